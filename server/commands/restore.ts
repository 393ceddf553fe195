import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { markDatabase, readBackup } from '../backup/restore.ts'
import { markFolder, unmarkFolder } from '../backup/unfinished.ts'
import { SettingError } from '../config/setting-error.ts'
import { makeWritable } from '../embedded-postgres/data-folder.ts'
import { backupKey } from '../wal-archive/key.ts'
import { isSealed, unsealBackup } from '../wal-archive/sealed-file.ts'
import { restoreMoment } from './restore-moment.ts'
import { openOrMake, runTool, type Tool } from './tool.ts'

/**
 * `npm run restore -- <file>`: into a DATA_DIR, or the database of DATABASE_URL, that has no data yet.
 * `--to <moment>` and `--check`: of the backups to the minute in BACKUP_DIR.
 */
await runTool(async (tool, args) => {
  const [file] = args
  if (file?.startsWith('--')) return restoreMoment(tool, args)
  const { databaseUrl, dataDir } = tool.config
  const outside = databaseUrl ? await openOrMake(tool) : undefined
  // First, so that a start after a restore that failed makes no empty database.
  if (outside) await markDatabase(outside.ownerUrl)
  else await markFolder(dataDir)
  if (!file) throw new SettingError('Say which file: npm run restore -- <file>.')
  const rows = await openBackup(tool, file)
  if (!outside)
    await makeWritable(dataDir).then(
      () => markFolder(dataDir),
      () => {},
    )
  await readBackup(outside ?? (await openOrMake(tool)), rows)
  if (!outside) await unmarkFolder(dataDir)
  const place = outside ? 'the database of DATABASE_URL' : dataDir
  console.log(
    `${file} is restored into ${place}, and its ledger adds up. Everybody has to sign in again.`,
  )
})

/** What goes wrong while it is read is thrown to its reader. */
async function openBackup({ config, lifetime }: Tool, file: string) {
  const key = await backupKey(config.backupKeyFile)
  const source = await openSource(file)
  lifetime.defer(() => source.close().catch(() => {}))
  const unzipped = createGunzip()
  if (await isSealed(source)) {
    pipeline(source.createReadStream({ start: 0 }), unsealBackup(file, key), unzipped, () => {})
  } else if (key) {
    throw new SettingError(
      `${file} is not encrypted. If you trust it, restore it with an empty BACKUP_KEY_FILE.`,
    )
  } else {
    pipeline(source.createReadStream({ start: 0 }), unzipped, () => {})
  }
  return unzipped
}

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
