import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { databaseFolder } from '../embedded-postgres/postgres-programs.ts'
import { lastCheck } from './check.ts'
import { type BackupFolder, listBases } from './folders.ts'

/** How the backups stand, for /metrics and admins. What is in a folder that is away is not known. */
export async function backupState(folder: BackupFolder, dataDir: string, database: Database) {
  const [archiver, bases, check, walWaiting] = await Promise.all([
    archiverState(database),
    listBases(folder).catch(() => []),
    lastCheck(folder).catch(() => undefined),
    countWaiting(dataDir).catch(() => null),
  ])
  return { ...archiver, lastBaseAt: bases.at(-1)?.startedAt ?? null, lastCheck: check, walWaiting }
}

/** Of any PostgreSQL: everybody may ask it. */
export async function archiverState(database: Database) {
  const { rows } = await sql<{ lastWalAt: Date | null; isWalFailing: boolean }>`
    select last_archived_time as "lastWalAt",
      last_failed_time is not null
        and last_failed_time > coalesce(last_archived_time, '-infinity') as "isWalFailing"
    from pg_stat_archiver`.execute(database)
  return rows[0] ?? { lastWalAt: null, isWalFailing: false }
}

/** Files of WAL that are in DATA_DIR alone. */
export async function countWaiting(dataDir: string): Promise<number> {
  const status = join(databaseFolder(dataDir), 'pg_wal', 'archive_status')
  return (await readdir(status)).filter((name) => name.endsWith('.ready')).length
}
