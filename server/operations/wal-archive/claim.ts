import { access, chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LastingError, SettingError } from '../../platform/config/setting-error.ts'
import { giveToOwner } from '../../platform/secrets/change-owner.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'

/** Archiving into the folder, or starting with it, would endanger its backups. */
export class ForeignFolder extends LastingError {}

interface Claimed {
  backupDir: string
}

const markerName = 'system-identifier'
export const markerOf = ({ backupDir }: Claimed) => join(backupDir, markerName)
/** File in DATA_DIR with the path of the BACKUP_DIR in which its archive began. */
const memoryOf = (dataDir: string) => join(dataDir, 'backup-dir')

/**
 * A folder belongs to one database, because files of another one would have the same names.
 * @throws SettingError if the folder has lost its marker, like an empty mount point without its disk
 * @throws ForeignFolder if it belongs to another database, or to one that is no longer in DATA_DIR
 */
export async function expectOwn(folder: Claimed, dataDir: string): Promise<void> {
  const { backupDir } = folder
  const ours = await systemIdentifier(dataDir)
  const known = await readOrNothing(markerOf(folder))
  if (known && !ours) {
    throw new ForeignFolder(
      `BACKUP_DIR ${backupDir} contains backups, but DATA_DIR ${dataDir} has no database. Restore it with npm run restore -- --to latest, or choose another BACKUP_DIR.`,
    )
  }
  if (known && known.trim() !== ours) {
    throw new ForeignFolder(
      `BACKUP_DIR ${backupDir} contains the backups of another database. Choose another folder.`,
    )
  }
  if (known || (await readOrNothing(memoryOf(dataDir)))?.trim() !== backupDir) return
  throw new SettingError(
    `BACKUP_DIR ${backupDir} no longer has its file ${markerName}. Mount its disk. If the disk is new, remove ${memoryOf(dataDir)}.`,
  )
}

/** Marks the folder as belonging to the database, once there is one. */
export async function claim(folder: Claimed, dataDir: string): Promise<void> {
  const ours = await systemIdentifier(dataDir)
  if (!ours) return
  if (!(await readOrNothing(markerOf(folder)))) await keep(markerOf(folder), ours)
  const memory = memoryOf(dataDir)
  if ((await readOrNothing(memory))?.trim() === folder.backupDir) return
  await rm(memory, { force: true })
  await keep(memory, folder.backupDir)
}

/**
 * Call before each write. An empty mount point has no marker, and files written there would fill the disk below it.
 * @throws Error if the marker cannot be read
 */
export async function expectMounted(folder: Claimed): Promise<void> {
  await access(markerOf(folder)).catch(({ code }) => {
    throw new Error(
      `its file ${markerName} cannot be read (${code}): check that its disk is mounted`,
    )
  })
}

export async function hasDatabase(dataDir: string): Promise<boolean> {
  return (await systemIdentifier(dataDir)) !== undefined
}

async function keep(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { flush: true })
  await chmod(file, 0o600)
  await giveToOwner(file)
}

/** PostgreSQL assigns one to each database, and stores it at the beginning of its control file. */
async function systemIdentifier(dataDir: string): Promise<string | undefined> {
  const control = join(databaseFolder(dataDir), 'global', 'pg_control')
  const read = await readFile(control).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw new SettingError(`DATA_DIR ${dataDir} cannot be read (${error.code}). Check its owner.`)
  })
  return read?.readBigUInt64LE().toString()
}

async function readOrNothing(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}
