import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { askFolder } from './ask-folder.ts'
import { lastCheck } from './check.ts'
import { type BackupFolder, listBases } from './folders.ts'

const stallMs = 300_000

/** How the backups stand, for /metrics and admins. What is in a folder that is away is not known. */
export async function backupState(folder: BackupFolder, dataDir: string, database: Database) {
  const [archiver, bases, check, waiting] = await Promise.all([
    archiverState(database),
    askFolder(() => listBases(folder)).catch(() => []),
    askFolder(() => lastCheck(folder)).catch(() => undefined),
    waitingWal(dataDir).catch(() => undefined),
  ])
  return {
    lastWalAt: archiver.lastWalAt,
    isWalFailing: waiting ? isFailing(archiver, waiting, new Date()) : archiver.isWalFailing,
    lastBaseAt: bases.at(-1)?.startedAt ?? null,
    lastCheck: check,
    walWaiting: waiting?.names.length ?? null,
  }
}

interface Archiver {
  lastWalAt: Date | null
  /** The file at which it failed last. */
  failedWal: string | null
  /** Of PostgreSQL itself. */
  startedAt: Date
}

interface Waiting {
  /** Of files that are in DATA_DIR alone, oldest first. */
  names: string[]
  /** Of the oldest. */
  since: Date | undefined
}

/**
 * Whether the file at which it failed still waits, whatever clocks say, or none was written for long although one waits:
 * a folder that hangs lets the command neither succeed nor fail.
 */
export function isFailing(archiver: Archiver, { names, since }: Waiting, now: Date): boolean {
  if (!since) return false
  if (archiver.failedWal && names.includes(archiver.failedWal)) return true
  // What lies ahead is of a clock that was wrong, and not new.
  const isNew = (at: Date | null) => at !== null && at <= now && +now - +at < stallMs
  return ![since, archiver.lastWalAt, archiver.startedAt].some(isNew)
}

/** Of any PostgreSQL: everybody may ask it. */
export async function archiverState(database: Database) {
  const { rows } = await sql<Archiver & { isWalFailing: boolean }>`
    select last_archived_time as "lastWalAt", last_failed_wal as "failedWal",
      pg_postmaster_start_time() as "startedAt",
      last_failed_time is not null
        and last_failed_time > coalesce(last_archived_time, '-infinity') as "isWalFailing"
    from pg_stat_archiver`.execute(database)
  return rows[0] ?? { lastWalAt: null, failedWal: null, startedAt: new Date(), isWalFailing: false }
}

export async function waitingWal(dataDir: string): Promise<Waiting> {
  const status = join(databaseFolder(dataDir), 'pg_wal', 'archive_status')
  const ready = (await readdir(status)).filter((name) => name.endsWith('.ready')).sort()
  const [oldest] = ready
  // It may have been written just now.
  const found = oldest && (await stat(join(status, oldest)).catch(() => undefined))
  return {
    names: ready.map((name) => name.replace(/\.ready$/, '')),
    since: found ? found.mtime : undefined,
  }
}
