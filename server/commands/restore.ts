import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readBackup } from '../backup/restore.ts'
import { SettingError } from '../config/setting-error.ts'
import { restoreMoment } from './restore-moment.ts'
import { openOrMake, runTool } from './tool.ts'

/**
 * `npm run restore -- <file>`: into a DATA_DIR, or the database of DATABASE_URL, that has no data yet.
 * `--to <moment>` and `--check`: of the backups to the minute in BACKUP_DIR.
 */
const [file] = process.argv.slice(2)

await runTool(async (tool) => {
  if (file?.startsWith('--')) return restoreMoment(tool, process.argv.slice(2))
  if (!file) throw new SettingError('Say which file: npm run restore -- <file>.')
  // Before anything is started: whoever named a wrong file learns it at once.
  const source = await openSource(file)
  tool.lifetime.defer(() => source.close().catch(() => {}))
  const urls = await openOrMake(tool)
  const unzipped = createGunzip()
  // What goes wrong on the way is thrown to whoever reads what is unzipped.
  pipeline(source.createReadStream(), unzipped, () => {})
  await readBackup(urls, unzipped)
  const { databaseUrl, dataDir } = tool.config
  const place = databaseUrl ? 'the database of DATABASE_URL' : dataDir
  console.log(`${file} is restored into ${place}, and its ledger adds up. Everybody signs in anew.`)
})

async function openSource(path: string): Promise<FileHandle> {
  try {
    const source = await open(path)
    if ((await source.stat()).isFile()) return source
    await source.close()
    throw new SettingError(`${path} is no file. Name a backup.`)
  } catch (error) {
    if (error instanceof SettingError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(
      `The backup ${path} cannot be read (${code}). Name a file that is there.`,
    )
  }
}
