import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingError } from '../../platform/config/setting-error.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { databaseFolder, type Programs } from '../embedded-postgres/postgres-programs.ts'
import {
  type BackupFolder,
  type Base,
  expectOpen,
  listWal,
  shellWord,
  walCommand,
  walFolder,
} from './folders.ts'
import { backupKey } from './key.ts'
import { writeSealed } from './sealed-file.ts'

const recoveringMs = 200
const segmentBytes = 16 * 1024 * 1024
const segmentsPerName = 256

interface Replay {
  base: Base
  /** New password of the superuser. */
  password: string
  /** undefined: all available WAL. */
  to: Date | undefined
}

/**
 * Replays WAL over the unpacked base in `dataDir` up to the moment, or to the end of the WAL. PostgreSQL is reachable
 * only through a socket in a private folder.
 * @returns times of the last replayed transaction (undefined: none since the base) and of the first one left out
 * @throws SettingError if WAL is missing, altered, or ends before the moment
 */
export async function replayWal(
  programs: Programs,
  folder: BackupFolder,
  dataDir: string,
  { base, password, to }: Replay,
): Promise<{ lastAt: Date | undefined; nextAt: Date | undefined }> {
  const lastWal = to ? undefined : await lastOf(folder, base)
  expectOpen(folder, programs, programs.mayRead(walFolder(folder)))
  const closed = await mkdtemp(join(tmpdir(), 'coinless-'))
  const log = join(closed, 'log')
  const database = databaseFolder(dataDir)
  const stop = (mode: string) =>
    programs.run('pg_ctl', ['stop', '--wait', `--mode=${mode}`, `--pgdata=${database}`])
  try {
    const options = await optionsIn(closed, programs, folder, to)
    await programs.run('pg_ctl', [
      'start',
      '--wait',
      '--timeout=86400',
      `--pgdata=${database}`,
      `--log=${log}`,
      `--options=${options.join(' ')}`,
    ])
    const reached = await untilPromoted(closed, password)
    if (lastWal && reached.bytes <= startOf(lastWal)) {
      throw new SettingError(
        `BACKUP_DIR ${folder.backupDir} became unavailable before ${lastWal} was read.`,
      )
    }
    await stop('fast')
    return { lastAt: reached.at, nextAt: await stoppedBefore(log) }
  } catch (error) {
    await stop('immediate').catch(() => {})
    throw error instanceof SettingError ? error : await whyNot(log, to)
  } finally {
    await rm(closed, { recursive: true, force: true })
  }
}

async function optionsIn(
  closed: string,
  programs: Programs,
  folder: BackupFolder,
  to: Date | undefined,
): Promise<string[]> {
  const hba = join(closed, 'hba')
  await programs.writeOwnFile(hba, 'local all all trust\n')
  await programs.writeOwnFile(join(closed, 'log'), '')
  programs.giveFolder(closed)
  // The format that PostgreSQL reads at startup, where the suffix Z is unknown.
  const moment = to?.toISOString().replace('T', ' ').replace('Z', '+00')
  return [
    "-c listen_addresses='' -c timezone=UTC -c log_timezone=UTC",
    `-c unix_socket_directories=${shellWord(closed)} -c hba_file=${shellWord(hba)}`,
    `-c restore_command=${shellWord(walCommand('get', folder))}`,
    '-c recovery_target_action=promote',
    // The base's own timeline: another one began with a restore, perhaps to a moment that is not wanted now.
    '-c recovery_target_timeline=current',
    ...(moment ? [`-c recovery_target_time=${shellWord(moment)}`] : []),
  ]
}

/**
 * Finds the last WAL file. PostgreSQL takes the first missing file for the end of the WAL.
 * @throws SettingError if a file is missing, or WAL of a later timeline exists
 */
async function lastOf(folder: BackupFolder, base: Base): Promise<string> {
  const timeline = base.firstWal.slice(0, 8)
  const names = await listWal(folder)
  if (
    names.some((name) => name.slice(0, 8) > timeline && name.slice(8) >= base.firstWal.slice(8))
  ) {
    throw new SettingError(
      `BACKUP_DIR ${folder.backupDir} contains WAL of a database restored later, but no base backup of it yet. Start the server, which makes one within minutes, or name a time before that restore.`,
    )
  }
  const since = names.filter((name) => name.startsWith(timeline) && name >= base.firstWal)
  const first = numberOf(base.firstWal)
  const wrong = since.findIndex((name, n) => numberOf(name) !== first + n)
  const last = since.at(-1)
  if (wrong < 0 && last) return last
  const missing = nameOf(timeline, first + Math.max(wrong, 0))
  throw new SettingError(
    `BACKUP_DIR ${folder.backupDir} lacks the WAL file ${missing}. Bring it back, or name an earlier time.`,
  )
}

function nameOf(timeline: string, number: number): string {
  const parts = [Math.floor(number / segmentsPerName), number % segmentsPerName]
  const hex = parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
  return timeline + hex.join('')
}

/** Number of WAL files before this one. */
function numberOf(name: string): number {
  const [high = 0, low = 0] = [name.slice(8, 16), name.slice(16)].map((hex) =>
    Number.parseInt(hex, 16),
  )
  return high * segmentsPerName + low
}

function startOf(name: string): number {
  return numberOf(name) * segmentBytes
}

async function untilPromoted(host: string, password: string) {
  const client = makeClient({ host, user: 'coinless', database: 'postgres' })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query('select pg_is_in_recovery() as recovers')
      if (!rows[0].recovers) break
      await delay(recoveringMs)
    }
    await client.query(`alter role coinless password ${client.escapeLiteral(password)}`)
    const { rows } = await client.query(`
      select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as bytes,
        pg_last_xact_replay_timestamp() as at`)
    const { bytes, at }: { bytes: number; at: Date | null } = rows[0]
    return { bytes, at: at ?? undefined }
  } finally {
    await client.end()
  }
}

async function stoppedBefore(log: string): Promise<Date | undefined> {
  const said = await readFile(log, 'utf8')
  const [, day, time] =
    /stopping before commit of transaction \d+, time (\S+) (\S+)\+00$/m.exec(said) ?? []
  return day ? new Date(`${day}T${time}Z`) : undefined
}

async function whyNot(log: string, to: Date | undefined): Promise<SettingError> {
  const said = await readFile(log, 'utf8').catch(() => '')
  const [, fault] = /^BACKUP_DIR: (.*)$/m.exec(said) ?? []
  if (fault) return new SettingError(fault)
  if (to && said.includes('before configured recovery target was reached')) {
    const [, at] = /last completed transaction was at log time (.*)/.exec(said) ?? []
    const until = at ? ` at ${at.replace('+00', ' UTC')}` : ''
    return new SettingError(
      `The WAL in BACKUP_DIR ends${until}, before ${to.toISOString()}. Name an earlier time, or "latest".`,
    )
  }
  const [, reason = 'see the log of PostgreSQL'] = /FATAL: +(.*)/.exec(said) ?? []
  return new SettingError(`The backup cannot be restored (${reason}).`)
}

/**
 * Stores the timeline history of a restored database in the folder, so that each later restore gets its own timeline:
 * otherwise their WAL files would have the same names.
 */
export async function recordTimeline(folder: BackupFolder, dataDir: string): Promise<void> {
  const wal = join(databaseFolder(dataDir), 'pg_wal')
  const history = (await readdir(wal))
    .filter((name) => name.endsWith('.history'))
    .sort()
    .at(-1)
  if (!history) return
  const key = await backupKey(folder.backupKeyFile)
  const source = Readable.from([await readFile(join(wal, history))])
  await writeSealed(source, join(walFolder(folder), history), key)
}
