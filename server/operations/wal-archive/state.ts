import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { inBackupFolder } from './backup-folder.ts'
import { lastCheck } from './check.ts'
import { type BackupFolder, listBases } from './folders.ts'

const stallMs = 300_000

/** State of the backups, for /metrics and admins. The contents of an unavailable folder are unknown. */
export async function backupState(folder: BackupFolder, dataDir: string, database: Database) {
  const [archiver, bases, check, waiting] = await Promise.all([
    archiverState(database),
    inBackupFolder(() => listBases(folder)).catch(() => []),
    inBackupFolder(() => lastCheck(folder)).catch(() => undefined),
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
  /** Last file that could not be archived. */
  failedWal: string | null
  /** Start of PostgreSQL. */
  startedAt: Date
}

interface Waiting {
  /** Names of WAL files that are only in DATA_DIR, oldest first. */
  names: string[]
  /** Time of the oldest file. */
  since: Date | undefined
}

/**
 * Whether the last failed file still waits, regardless of clocks; or whether a file waits and none was archived for
 * long, because with a folder that does not respond the archive command neither succeeds nor fails.
 */
export function isFailing(archiver: Archiver, { names, since }: Waiting, now: Date): boolean {
  if (!since) return false
  if (archiver.failedWal && names.includes(archiver.failedWal)) return true
  // A time in the future comes from a wrong clock, and does not count as new.
  const isNew = (at: Date | null) => at !== null && at <= now && +now - +at < stallMs
  return ![since, archiver.lastWalAt, archiver.startedAt].some(isNew)
}

/** Works with any PostgreSQL, because every user may read this view. */
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
  // It may just have been archived.
  const found = oldest && (await stat(join(status, oldest)).catch(() => undefined))
  return {
    names: ready.map((name) => name.replace(/\.ready$/, '')),
    since: found ? found.mtime : undefined,
  }
}
