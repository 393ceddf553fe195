import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { SettingError } from '../../platform/config/setting-error.ts'
import { connect } from '../../platform/database/connection.ts'
import { prepareTables } from '../../platform/database/migrate.ts'
import { noTimeouts } from '../../platform/database/pool.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { keptSecret } from '../../platform/secrets/kept-secret.ts'
import { tablesNotRestored } from '../backup/backup.ts'
import { endRestoredSessions } from '../backup/restore.ts'
import { markFolder } from '../backup/unfinished.ts'
import { asidePrefix, runningPort } from '../embedded-postgres/data-folder.ts'
import { startEmbedded } from '../embedded-postgres/embedded.ts'
import { makeFolder } from '../embedded-postgres/make-folder.ts'
import { databaseFolder, postgresPrograms } from '../embedded-postgres/postgres-programs.ts'
import type { Label } from './base-backup.ts'
import { type BackupFolder, type Base, baseFolder, listBases } from './folders.ts'
import { backupKey } from './key.ts'
import { recordTimeline, replayWal } from './replay.ts'
import { FileFault, readSealed } from './sealed-file.ts'

/** Contains the process id, which may be reused, and on Linux the start time of the process. */
const scratchName = /^restore-(\d+)-(?:(\d+)-)?/
const endingMs = 300

export interface RestoreResult {
  base: Base
  /** Time of the last restored transaction; undefined: none since the base backup. */
  lastAt: Date | undefined
  /** Time of the first transaction after the requested moment; undefined: there was none. */
  nextAt: Date | undefined
  /** Number of inconsistent codes or payments. */
  faults: number
}

export interface RestoreTarget {
  /** undefined: all available WAL. */
  to?: Date | undefined
  /** Moves an existing database aside. */
  replaces?: boolean
  /** Called for faults that do not stop the restore, such as an unreadable base backup if there is an earlier one. */
  tell: (fault: string) => void
  signal: AbortSignal
}

/**
 * Restores into DATA_DIR, where the new database appears only when it is complete.
 * @returns the result, and the new path of a database that was there before
 * @throws SettingError if there is a database that must stay, or no complete backup of that moment
 */
export async function recover(folder: BackupFolder, dataDir: string, wanted: RestoreTarget) {
  const target = databaseFolder(dataDir)
  const isThere = await exists(target)
  if (isThere && !wanted.replaces) {
    throw new SettingError(
      `DATA_DIR ${dataDir} already has a database. Restore into another folder, or add --replace to move the database aside.`,
    )
  }
  await expectStopped(dataDir)
  await makeFolder(dataDir, 0o700)
  await markFolder(dataDir)
  return inScratch(dataDir, async (scratch) => {
    const bases = await basesBefore(folder, wanted.to)
    const restored = await restoreOne(bases, folder, scratch, wanted)
    await recordTimeline(folder, scratch).catch(({ code }) =>
      wanted.tell(`BACKUP_DIR cannot be written to (${code}). Start with another folder.`),
    )
    const at = new Date().toISOString().replaceAll(':', '')
    const aside = isThere ? join(dataDir, `${asidePrefix}${at}`) : undefined
    await expectStopped(dataDir)
    wanted.signal.throwIfAborted()
    // If root restores another user's database, that user must own it.
    const programs = await postgresPrograms(dataDir)
    programs.giveFolder(databaseFolder(scratch))
    // Synchronous, so that no signal is handled in between.
    if (aside) renameSync(target, aside)
    renameSync(databaseFolder(scratch), target)
    return { ...restored, aside }
  })
}

async function expectStopped(dataDir: string) {
  if ((await runningPort(dataDir)) === undefined) return
  throw new SettingError(`DATA_DIR ${dataDir} is in use by a running Coinless. Stop it first.`)
}

/** Restores the newest backup next to the running database, checks it and removes it. */
export function tryNewest(
  folder: BackupFolder,
  dataDir: string,
  signal: AbortSignal,
): Promise<RestoreResult> {
  return inScratch(dataDir, async (scratch) => {
    const [newest] = await basesBefore(folder, undefined)
    if (!newest) throw noneBefore(folder, undefined)
    return restoreFrom(newest, folder, scratch, { signal })
  })
}

async function inScratch<T>(dataDir: string, work: (scratch: string) => Promise<T>): Promise<T> {
  await removeScratch(dataDir)
  const own = [process.pid, await startOf(process.pid)].filter((part) => part !== undefined)
  const scratch = await mkdtemp(join(dataDir, `restore-${own.join('-')}-`))
  try {
    await writeFile(
      join(scratch, 'database-password'),
      await keptSecret(dataDir, 'database-password'),
      { mode: 0o600 },
    )
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Removes leftovers of killed restores and of this process, and stops the PostgreSQL that still runs there. */
export async function removeScratch(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const [, pid, startedAt] = scratchName.exec(name) ?? []
    if (!pid || (await isOfAnother(Number(pid), startedAt))) continue
    const scratch = join(dataDir, name)
    await stopIn(scratch)
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Waits for an aborted restore of this process, and stops the PostgreSQL that it waits for. Files that are still being
 * written could not be removed.
 */
export async function untilEnded(restoring: Promise<unknown>, dataDir: string): Promise<void> {
  const ended = restoring.then(
    () => true,
    () => true,
  )
  // Repeated, because the restore may be about to start PostgreSQL.
  while (!(await Promise.race([ended, delay(endingMs, false)]))) {
    for (const name of await readdir(dataDir).catch(() => [])) {
      const [, pid] = scratchName.exec(name) ?? []
      if (Number(pid) === process.pid) await stopIn(join(dataDir, name))
    }
  }
}

async function stopIn(scratch: string): Promise<void> {
  const programs = await postgresPrograms(scratch)
  await programs
    .run('pg_ctl', ['stop', '--mode=immediate', `--pgdata=${databaseFolder(scratch)}`])
    .catch(() => {})
}

/** Whether another live process created it. */
async function isOfAnother(pid: number, startedAt: string | undefined): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false
  const known = await startOf(pid)
  return !startedAt || !known || startedAt === known
}

/** Start time in clock ticks since boot; undefined without /proc, or if the process is not in it. */
async function startOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program name, in parentheses, may contain spaces.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Bases that began before the moment, newest first. */
async function basesBefore(folder: BackupFolder, to: Date | undefined): Promise<Base[]> {
  const bases = (await listBases(folder)).filter(({ startedAt }) => !to || startedAt < to).reverse()
  // A moment in the future comes from a wrong clock, as does the base that is dated closest to it.
  if (to && to > new Date()) bases.sort((one, other) => +other.startedAt - +one.startedAt)
  return bases
}

function noneBefore({ backupDir }: BackupFolder, to: Date | undefined): SettingError {
  const which = to ? `no base backup from before ${to.toISOString()}` : 'no base backup'
  return new SettingError(`BACKUP_DIR ${backupDir} has ${which}.`)
}

/** Uses the newest complete base: an older one takes longer, with the same result. */
async function restoreOne(
  bases: Base[],
  folder: BackupFolder,
  scratch: string,
  wanted: RestoreTarget,
) {
  const faults: FileFault[] = []
  for (const base of bases) {
    try {
      const restored = await restoreFrom(base, folder, scratch, wanted)
      for (const { message } of faults) wanted.tell(message)
      return restored
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      if (!(error instanceof EndedLater)) faults.push(error)
      await rm(databaseFolder(scratch), { recursive: true, force: true })
    }
  }
  throw faults.length > 0 ? new SettingError(faults[0]?.message) : noneBefore(folder, wanted.to)
}

/** The base backup was still being made at the requested moment. */
class EndedLater extends FileFault {}

async function restoreFrom(
  base: Base,
  folder: BackupFolder,
  scratch: string,
  { to, signal }: Pick<RestoreTarget, 'to' | 'signal'>,
): Promise<RestoreResult> {
  const programs = await postgresPrograms(scratch)
  const database = databaseFolder(scratch)
  await unpack(base, folder, database, { to, signal })
  await programs.writeOwnFile(join(database, 'recovery.signal'), '')
  programs.giveFolder(scratch)
  const password = await keptSecret(scratch, 'database-password')
  signal.throwIfAborted()
  const reached = await replayWal(programs, folder, scratch, { base, password, to })
  signal.throwIfAborted()
  return { base, ...reached, faults: await bringUp(scratch) }
}

/** @throws FileFault if the base is incomplete */
async function unpack(
  base: Base,
  folder: BackupFolder,
  into: string,
  { to, signal }: Pick<RestoreTarget, 'to' | 'signal'>,
) {
  const key = await backupKey(folder.backupKeyFile)
  const path = join(baseFolder(folder), base.name)
  const { label, endedAt }: Label = JSON.parse(await text(readSealed(`${path}.label`, key)))
  if (to && to < new Date(endedAt)) throw new EndedLater()
  await mkdir(into, { mode: 0o700 })
  const tar = spawn('tar', ['-xf', '-', '--no-same-owner', '-C', into], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(tar, 'exit')
  ended.catch(() => {})
  // If tar has ended, its exit code says more. tar ends before the last bytes, which are read nevertheless, because
  // only they prove that the file is complete.
  tar.stdin.on('error', () => {})
  try {
    for await (const part of readSealed(`${path}.tar`, key)) {
      signal.throwIfAborted()
      if (!tar.stdin.writable || tar.stdin.write(part)) continue
      await Promise.race([once(tar.stdin, 'drain').catch(() => {}), ended])
    }
  } finally {
    tar.stdin.end()
    // tar must not write any more when the caller removes the leftovers of an incomplete file.
    await ended
  }
  const [code] = await ended
  if (code !== 0)
    throw new SettingError(`${path}.tar cannot be unpacked. Check that the disk has space.`)
  await writeFile(join(into, 'backup_label'), label)
}

/**
 * Migrates and checks the restored database. As with a backup file, ended sessions stay ended and no mail is sent
 * twice.
 * @returns the number of inconsistent codes or payments
 */
async function bringUp(dataDir: string): Promise<number> {
  const { ownerUrl, url, stop } = await startEmbedded(dataDir)
  try {
    await prepareTables(ownerUrl, url)
    const client = makeClient(ownerUrl)
    await client.connect()
    try {
      await endRestoredSessions(client)
      for (const table of tablesNotRestored) await client.query(`delete from ${table}`)
    } finally {
      await client.end()
    }
    const database = connect(ownerUrl, noTimeouts)
    return (await findInconsistencies(database).finally(() => database.destroy())).length
  } finally {
    await stop()
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
