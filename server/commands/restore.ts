import { type FileHandle, open } from 'node:fs/promises'
import { markDatabase, readBackup } from '../operations/backup/restore.ts'
import { markFolder, unmarkFolder } from '../operations/backup/unfinished.ts'
import { makeWritable } from '../operations/embedded-postgres/data-folder.ts'
import { backupKey } from '../operations/wal-archive/key.ts'
import { isSealed, unpackBackup, unsealBackup } from '../operations/wal-archive/sealed-file.ts'
import { SettingError } from '../platform/config/setting-error.ts'
import { restoreMoment } from './restore-moment.ts'
import { openOrCreate, runTool, type Tool } from './tool.ts'

/**
 * `npm run restore -- <file>`: restores into a DATA_DIR, or the database of DATABASE_URL, that has no data yet.
 * `--to <moment>` and `--check`: use the continuous backups in BACKUP_DIR.
 */
await runTool(async (tool, args) => {
  const [file] = args
  if (file?.startsWith('--')) return restoreMoment(tool, args)
  const { databaseUrl, dataDir } = tool.config
  const outside = databaseUrl ? await openOrCreate(tool) : undefined
  // First, so that a start after a failed restore does not create an empty database.
  if (outside) await markDatabase(outside.ownerUrl)
  else await markFolder(dataDir)
  if (!file) throw new SettingError('Name a file: npm run restore -- <file>.')
  const rows = await openBackup(tool, file)
  if (!outside)
    await makeWritable(dataDir).then(
      () => markFolder(dataDir),
      () => {},
    )
  const database = outside ?? (await openOrCreate(tool))
  await readBackup(database, rows)
  if (!outside) await unmarkFolder(dataDir)
  const place = outside ? 'the database of DATABASE_URL' : dataDir
  console.log(
    `Restored ${file} into ${place}. The ledger is consistent. All users have to sign in again.`,
  )
})

async function openBackup(
  { config, lifetime }: Tool,
  file: string,
): Promise<AsyncIterable<Buffer>> {
  const key = await backupKey(config.backupKeyFile)
  const source = await openSource(file)
  lifetime.defer(() => source.close().catch(() => {}))
  const isEncrypted = await isSealed(source)
  if (key && !isEncrypted) {
    throw new SettingError(
      `${file} is not encrypted. If you trust it, restore it with an empty BACKUP_KEY_FILE.`,
    )
  }
  return unpackBackup(source, isEncrypted ? unsealBackup(file, key) : undefined)
}

async function openSource(path: string): Promise<FileHandle> {
  try {
    const source = await open(path)
    if ((await source.stat()).isFile()) return source
    await source.close()
    throw new SettingError(`${path} is not a file. Name a backup file.`)
  } catch (error) {
    if (error instanceof SettingError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`The backup ${path} cannot be read (${code}). Name an existing file.`)
  }
}
