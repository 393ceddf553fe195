import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { diskSpace, measureDisk } from '../../http/observability/disk.ts'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Database } from '../../platform/database/connection.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { inBackupFolder } from './backup-folder.ts'
import { isReadable, makeBase, removeOld } from './base-backup.ts'
import { keepFailure, lastCheck } from './check.ts'
import { expectOwn } from './claim.ts'
import { type BackupFolder, listBases, prepareFolder } from './folders.ts'
import { backupState, waitingWal } from './state.ts'

interface Parts {
  folder: BackupFolder
  config: { dataDir: string; backupHours: number; backupKeepDays: number }
  database: Database
  /** URL for a superuser. */
  ownerUrl: string
  /** PATH of system programs, such as tar. */
  programPath: string | undefined
  logger: Logger
  metrics: Metrics
}

const lookMs = 10_000
/** Maximum time that a payment is only in DATA_DIR. */
const markMs = 60_000
/** Number of WAL files. */
const waitingMax = 3
const hourMs = 3_600_000
/** Pause after a failed base backup. */
const againMs = 60_000
const stopMs = 10_000
/** Payments have priority over trial restores. */
const niceness = 10
const restoring = fileURLToPath(new URL('../../commands/restore.ts', import.meta.url))

/**
 * Makes base backups when due, tests each by a trial restore, and reports the state of the backups to /metrics. Logs a
 * failure once, and retries.
 * @returns a function that stops this at once, with any backup in progress
 */
export function startBackups(parts: Parts): () => Promise<void> {
  const gauge = {
    name: 'coinless_backup_disk_free_bytes',
    help: 'Free bytes on the disk of BACKUP_DIR',
  }
  measureDisk(parts.metrics.registry, gauge, () =>
    inBackupFolder(() => diskSpace(parts.folder.backupDir)),
  )
  parts.metrics.backupBaseFailing.set(0)
  const ending = new AbortController()
  const works: [() => Promise<unknown>, number][] = [
    [baseMaker(parts, ending.signal), lookMs],
    [checker(parts, ending.signal), lookMs],
    [looker(parts), lookMs],
    [() => mark(parts), markMs],
  ]
  const stops = works.map(([work, everyMs]) => repeat(work, everyMs))
  return async () => {
    ending.abort()
    const stopped = Promise.all(stops.map((stop) => stop()))
    // A folder that does not respond must not keep the database from stopping.
    await Promise.race([stopped, delay(stopMs, undefined, { ref: false })])
  }
}

function baseMaker(parts: Parts, signal: AbortSignal) {
  const { folder, config, logger, metrics } = parts
  let failedAt: number | undefined
  let isPrepared = false
  return async () => {
    if (failedAt !== undefined && Date.now() - failedAt < againMs) return
    try {
      // The folder may have been unavailable since the start, or be another disk now.
      if (!isPrepared) await prepareFolder(folder, config.dataDir)
      isPrepared = true
      if (await isDue(parts)) await makeDue(parts, signal)
      failedAt = undefined
      metrics.backupBaseFailing.set(0)
    } catch (err) {
      if (signal.aborted) return
      isPrepared = false
      if (failedAt === undefined) logger.error({ err }, 'base backup failed')
      failedAt = Date.now()
      metrics.backupBaseFailing.set(1)
    }
  }
}

async function makeDue({ folder, config, ownerUrl }: Parts, signal: AbortSignal) {
  await expectOwn(folder, config.dataDir)
  // First, because this may make room in a full folder.
  await removeOld(folder, config, new Date())
  await makeBase(folder, config.dataDir, ownerUrl, signal)
  await removeOld(folder, config, new Date())
}

/** Also due after a change of the key or a restore of the database, because no earlier base is usable then. */
async function isDue({ folder, config, database }: Parts): Promise<boolean> {
  const bases = await listBases(folder)
  const newest = bases.at(-1)
  if (!newest) return true
  const ageMs = Date.now() - newest.startedAt.getTime()
  // A date in the future comes from a wrong clock, so the real age is unknown.
  if (ageMs < 0 || ageMs >= config.backupHours * hourMs) return true
  const { rows } = await sql<{ timeline: string }>`
    select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`.execute(database)
  const timeline = rows[0]?.timeline ?? ''
  return (
    !bases.some(({ firstWal }) => firstWal.startsWith(timeline)) ||
    !(await isReadable(folder, newest))
  )
}

/** Checks each base backup once. */
function checker(parts: Parts, signal: AbortSignal) {
  const { folder, logger } = parts
  let checked: string | undefined
  return async () => {
    const base = (await inBackupFolder(() => listBases(folder))).at(-1)?.name
    if (!base || base === checked) return
    if ((await inBackupFolder(() => lastCheck(folder)))?.base === base) return
    checked = base
    const failure = await checkApart(parts, signal)
    if (signal.aborted) return
    const kept = await inBackupFolder(() => lastCheck(folder))
    const { faults, reason } =
      kept?.base === base ? kept : await keepFailure(folder, base, `the check ${failure}`)
    if (faults === 0) return
    logger.error({ faults, reason }, 'test restore of the newest backup failed or found faults')
  }
}

/**
 * Runs the check in a separate process, which uses no memory of the server and ends at once when the server stops.
 * @returns how the process ended
 */
async function checkApart({ folder, config, programPath }: Parts, signal: AbortSignal) {
  const child = spawn(process.execPath, [restoring, '--check'], {
    stdio: 'ignore',
    env: {
      PATH: programPath,
      // No settings file, because all settings are given here.
      SETTINGS_FILE: '',
      DATA_DIR: config.dataDir,
      BACKUP_DIR: folder.backupDir,
      BACKUP_KEY_FILE: folder.backupKeyFile,
    },
  })
  const ended = once(child, 'exit')
  ended.catch(() => {})
  const kill = () => child.kill()
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  goAfterPayments(child.pid)
  const [code, killedBy] = await ended.finally(() => signal.removeEventListener('abort', kill))
  return `ended with ${killedBy ?? code}`
}

function goAfterPayments(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, niceness)
  } catch {
    // The process may have ended, or a systemd unit forbids it.
  }
}

function looker({ folder, config, database, logger, metrics }: Parts) {
  let wasFailing = false
  return async () => {
    const state = await backupState(folder, config.dataDir, database)
    if (state.isWalFailing && !wasFailing) {
      logger.error('WAL cannot be written to BACKUP_DIR and stays in DATA_DIR: see its log folder')
    }
    wasFailing = state.isWalFailing
    metrics.backupWalFailing.set(state.isWalFailing ? 1 : 0)
    metrics.backupWal.set(secondsOf(state.lastWalAt))
    metrics.backupWalWaiting.set(state.walWaiting ?? 0)
    metrics.backupBase.set(secondsOf(state.lastBaseAt))
    const checkedAt = state.lastCheck && new Date(state.lastCheck.checkedAt)
    metrics.backupChecked.set(secondsOf(checkedAt ?? null))
    if (state.lastCheck) metrics.backupFaults.set(state.lastCheck.faults)
  }
}

function secondsOf(time: Date | null): number {
  return time ? time.getTime() / 1000 : 0
}

/**
 * Writes a transaction, so that a restore can reach each moment before it even without payments, and switches to a new
 * WAL file of 16 MB. Skipped while many files wait: nearly empty ones would fill the disk of DATA_DIR.
 */
async function mark({ config, ownerUrl }: Parts) {
  if ((await waitingWal(config.dataDir)).names.length > waitingMax) return
  const client = makeClient(ownerUrl)
  await client.connect()
  try {
    await client.query("select pg_logical_emit_message(true, 'coinless', '')")
    await client.query('select pg_switch_wal()')
  } finally {
    await client.end()
  }
}

/**
 * Never runs twice at once. Ignores errors, because an unavailable folder or database is tried again at the next run.
 */
function repeat(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const next = () => {
    running ??= work()
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        running = undefined
      })
  }
  next()
  const interval = setInterval(next, everyMs)
  return async () => {
    clearInterval(interval)
    await running
  }
}
