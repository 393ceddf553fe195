import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SettingError } from '../../platform/config/setting-error.ts'
import { makeFolder } from '../embedded-postgres/make-folder.ts'
import { type Programs, postgresPrograms } from '../embedded-postgres/postgres-programs.ts'
import { askFolder } from './ask-folder.ts'
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
  /** Of its two files, .tar and .label, which is written last. */
  name: string
  startedAt: Date
  /** The first file of WAL that it needs; its first 8 digits are the timeline. */
  firstWal: string
}

const program = fileURLToPath(new URL('wal-file.ts', import.meta.url))
const baseName = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9A-F]{24})\.label$/

/** A folder of another machine may be there only once somebody asks for it. */
const answerMs = 10_000

export const walFolder = ({ backupDir }: BackupFolder) => join(backupDir, 'wal')
export const baseFolder = ({ backupDir }: BackupFolder) => join(backupDir, 'base')

/** For the start of PostgreSQL. */
export function archiveOptions(folder: BackupFolder): string[] {
  return ['-c archive_mode=on', `-c archive_command=${shellWord(walCommand('put', folder))}`]
}

/**
 * Makes the folder ready for the database in DATA_DIR, which it then belongs to.
 * @throws SettingError when the folder or its key cannot be used now
 * @throws ForeignFolder when it is of another database
 */
export async function prepareFolder(folder: BackupFolder, dataDir: string): Promise<void> {
  await backupKey(folder.backupKeyFile)
  const programs = await postgresPrograms(dataDir)
  await expectAnswer(folder)
  try {
    // First: one of another database stays as it is, and so does an empty mount point.
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
    [dataDir, backupDir].map((path) => askFolder(() => stat(path)).catch(() => undefined)),
  )
  return data !== undefined && data.dev === backups?.dev
}

/**
 * Asked by a program of its own: what hangs would keep this one even from its end.
 * @throws SettingError when it does not
 */
async function expectAnswer(folder: BackupFolder): Promise<void> {
  const asking = spawn('cat', [markerOf(folder)], { stdio: 'ignore' })
  const answered = once(asking, 'exit').then(() => true)
  const hasAnswered = await Promise.race([answered, delay(answerMs, false, { ref: false })])
  if (hasAnswered) return
  asking.kill('SIGKILL')
  asking.unref()
  throw new SettingError(
    `BACKUP_DIR ${folder.backupDir} does not answer. Look after its disk, or choose another folder.`,
  )
}

function give({ giveFolder }: Programs, path: string): void {
  try {
    giveFolder(path)
  } catch {
    // A mount may know no owners, and be open to everybody.
  }
}

/**
 * Of files that PostgreSQL itself reads and writes, which root runs as another user.
 * @throws SettingError when they are closed to it
 */
export function expectOpen(
  { backupDir, backupKeyFile }: BackupFolder,
  { user, mayRead }: Programs,
  isFolderOpen: boolean,
): void {
  const by = user
    ? `${user}, as whom root runs PostgreSQL. Give it to that user`
    : 'the user who runs this. Give it to that one'
  if (!isFolderOpen) throw new SettingError(`BACKUP_DIR ${backupDir} is closed to ${by}.`)
  if (backupKeyFile && !mayRead(backupKeyFile)) {
    throw new SettingError(`BACKUP_KEY_FILE ${backupKeyFile} is closed to ${by}.`)
  }
}

/** A command of PostgreSQL's settings, in which % stands for what it puts in. */
export function walCommand(direction: 'put' | 'get', folder: BackupFolder): string {
  const key = folder.backupKeyFile ? [folder.backupKeyFile] : []
  const words = [process.execPath, program, direction, walFolder(folder)]
  const quoted = words.map(commandWord)
  return [...quoted, '"%f"', '"%p"', ...key.map(commandWord)].join(' ')
}

/** In the order in which they were made, which WAL knows: a clock may have been wrong when one was named. */
export async function listBases(folder: BackupFolder): Promise<Base[]> {
  const bases = (await namesIn(folder, baseFolder(folder))).flatMap((name) => {
    const [, startedAt, firstWal] = baseName.exec(name) ?? []
    if (!startedAt || !firstWal) return []
    return [{ name: `${startedAt}_${firstWal}`, startedAt: new Date(startedAt), firstWal }]
  })
  return bases.sort((one, other) => (one.firstWal < other.firstWal ? -1 : 1))
}

/** Of whole files of WAL, of all timelines, sorted. */
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
