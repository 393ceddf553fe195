import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeBackup } from '../operations/backup/backup.ts'
import { recordBackupFile } from '../operations/backup/last-file.ts'
import { backupKey } from '../operations/wal-archive/key.ts'
import { flushFolder, sealBackup } from '../operations/wal-archive/sealed-file.ts'
import { SettingError } from '../platform/config/setting-error.ts'
import { openExisting, runTool } from './tool.ts'

/**
 * `npm run backup -- <file>`: backs up the database, also while the server runs; encrypted if BACKUP_KEY_FILE is set.
 */
await runTool(async (tool, [file = defaultName()]) => {
  const key = await backupKey(tool.config.backupKeyFile)
  // Renamed at the end, so that a backup is complete or missing, even if two processes write to one name.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  // Before anything starts, so that a wrong folder is reported at once.
  const target = await openTarget(unfinished, file)
  tool.lifetime.defer(async () => {
    // Already closed, unless an earlier step failed.
    await target.close().catch(() => {})
    await rm(unfinished, { force: true })
  })
  const url = await openExisting(tool)
  const zipped = createGzip()
  const output = target.createWriteStream({ flush: true })
  const writing = key ? pipeline(zipped, sealBackup(key), output) : pipeline(zipped, output)
  const written = writing.catch((error) => {
    throw unwritable(error, file)
  })
  // A write error ends the reading, and vice versa.
  const read = writeBackup(url, zipped).then(
    (rows) => {
      zipped.end()
      return rows
    },
    (error) => {
      zipped.destroy()
      throw error
    },
  )
  const [rows] = await Promise.all([read, written])
  await rename(unfinished, file)
  await flushFolder(dirname(file))
  console.log(`Wrote ${rows} rows to ${file}.`)
  await note(url, file)
})

function defaultName(): string {
  return `coinless-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`
}

/** Records the file for the system screen and alerts. The backup is valid even if this fails. */
async function note(url: string, file: string): Promise<void> {
  try {
    await recordBackupFile(url, (await stat(file)).size)
  } catch (error) {
    const { message } = error as Error
    console.log(`The database could not record this backup, so admins do not see it (${message}).`)
  }
}

async function openTarget(unfinished: string, file: string): Promise<FileHandle> {
  try {
    return await open(unfinished, 'w', 0o600)
  } catch (error) {
    throw unwritable(error as NodeJS.ErrnoException, file)
  }
}

function unwritable({ code, message }: NodeJS.ErrnoException, file: string): SettingError {
  return new SettingError(
    `The backup cannot be written to ${file} (${code ?? message}). Name a file in an existing folder that you can write to and that has space.`,
  )
}
