import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SettingError } from '../../platform/config/setting-error.ts'
import { makeFolder } from '../embedded-postgres/make-folder.ts'
import { type Programs, postgresPrograms } from '../embedded-postgres/postgres-programs.ts'
import { inBackupFolder } from './backup-folder.ts'
import { claim, expectOwn, markerOf } from './claim.ts'
import { backupKey } from './key.ts'

export interface BackupFolder {
  backupDir: string
  backupKeyFile: string | undefined
}

export function backupFolderOf({
  backupDir,
  backupKeyFile,
}: {
  backupDir: string | undefined
  backupKeyFile: string | undefined
}): BackupFolder | undefined {
  return backupDir === undefined ? undefined : { backupDir, backupKeyFile }
}

export interface Base {
  /** Name of its two files, .tar and .label; .label is written last. */
  name: string
  startedAt: Date
  /** First WAL file that it needs; the first 8 digits are the timeline. */
  firstWal: string
}

const program = fileURLToPath(new URL('wal-file.ts', import.meta.url))
const baseName = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9A-F]{24})\.label$/

/** A network folder may be mounted only on first access. */
const answerMs = 10_000

export const walFolder = ({ backupDir }: BackupFolder) => join(backupDir, 'wal')
export const baseFolder = ({ backupDir }: BackupFolder) => join(backupDir, 'base')

/** Options that make PostgreSQL archive WAL into the folder. */
export function archiveOptions(folder: BackupFolder): string[] {
  return ['-c archive_mode=on', `-c archive_command=${shellWord(walCommand('put', folder))}`]
}

/**
 * Prepares the folder for the database in DATA_DIR, to which it then belongs.
 * @throws SettingError if the folder or its key cannot be used now
 * @throws ForeignFolder if it belongs to another database
 */
export async function prepareFolder(folder: BackupFolder, dataDir: string): Promise<void> {
  await backupKey(folder.backupKeyFile)
  const programs = await postgresPrograms(dataDir)
  await expectAnswer(folder)
  try {
    // First, so that a folder of another database, or an empty mount point, stays unchanged.
    await expectOwn(folder, dataDir)
    const wal = walFolder(folder)
    const made = await makeFolder(wal, 0o700)
    await makeFolder(baseFolder(folder), 0o700)
    await access(wal, constants.W_OK)
    await claim(folder, dataDir)
    give(programs, made ?? wal)
  } catch (error) {
    if (error instanceof SettingError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`BACKUP_DIR ${folder.backupDir} cannot be written to (${code}).`)
  }
  expectOpen(folder, programs, programs.mayWrite(walFolder(folder)))
}

export async function isOnDiskOf(dataDir: string, { backupDir }: BackupFolder): Promise<boolean> {
  const [data, backups] = await Promise.all(
    [dataDir, backupDir].map((path) => inBackupFolder(() => stat(path)).catch(() => undefined)),
  )
  return data !== undefined && data.dev === backups?.dev
}

/**
 * Checks in a separate process, because a blocked file operation would keep this one even from exiting.
 * @throws SettingError if the folder does not respond
 */
async function expectAnswer(folder: BackupFolder): Promise<void> {
  const asking = spawn('cat', [markerOf(folder)], { stdio: 'ignore' })
  const answered = once(asking, 'exit').then(() => true)
  const hasAnswered = await Promise.race([answered, delay(answerMs, false, { ref: false })])
  if (hasAnswered) return
  asking.kill('SIGKILL')
  asking.unref()
  throw new SettingError(
    `BACKUP_DIR ${folder.backupDir} does not answer. Check its disk, or choose another folder.`,
  )
}

function give({ giveFolder }: Programs, path: string): void {
  try {
    giveFolder(path)
  } catch {
    // A mount may not support owners, and be open to all users.
  }
}

/**
 * Checks the files that PostgreSQL itself reads and writes, because root runs it as another user.
 * @throws SettingError if that user has no access
 */
export function expectOpen(
  { backupDir, backupKeyFile }: BackupFolder,
  { user, mayRead }: Programs,
  isFolderOpen: boolean,
): void {
  const by = user
    ? `${user}, who runs PostgreSQL for root. Make that user its owner`
    : 'this user. Make this user its owner'
  if (!isFolderOpen) throw new SettingError(`BACKUP_DIR ${backupDir} is not accessible to ${by}.`)
  if (backupKeyFile && !mayRead(backupKeyFile)) {
    throw new SettingError(`BACKUP_KEY_FILE ${backupKeyFile} is not accessible to ${by}.`)
  }
}

/** Command for PostgreSQL's settings, in which PostgreSQL replaces %f and %p. */
export function walCommand(direction: 'put' | 'get', folder: BackupFolder): string {
  const key = folder.backupKeyFile ? [folder.backupKeyFile] : []
  const words = [process.execPath, program, direction, walFolder(folder)]
  const quoted = words.map(commandWord)
  return [...quoted, '"%f"', '"%p"', ...key.map(commandWord)].join(' ')
}

/** Lists bases oldest first, by their WAL: the clock may have been wrong when a base was named. */
export async function listBases(folder: BackupFolder): Promise<Base[]> {
  const bases = (await namesIn(folder, baseFolder(folder))).flatMap((name) => {
    const [, startedAt, firstWal] = baseName.exec(name) ?? []
    if (!startedAt || !firstWal) return []
    return [{ name: `${startedAt}_${firstWal}`, startedAt: new Date(startedAt), firstWal }]
  })
  return bases.sort((one, other) => (one.firstWal < other.firstWal ? -1 : 1))
}

/** Names of complete WAL files on all timelines, sorted. */
export async function listWal(folder: BackupFolder): Promise<string[]> {
  return (await namesIn(folder, walFolder(folder))).filter((name) => /^[0-9A-F]{24}$/.test(name))
}

async function namesIn({ backupDir }: BackupFolder, path: string): Promise<string[]> {
  const names = await readdir(path).catch(({ code }) => {
    throw new SettingError(`BACKUP_DIR ${backupDir} cannot be read (${code}).`)
  })
  return names.sort()
}

function commandWord(text: string): string {
  return shellWord(text.replaceAll('%', '%%'))
}

export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
