import { hostname } from 'node:os'
import {
  type Backups,
  queues,
  type ServerState,
  type SharedState,
  type SystemState,
} from '@coinless/contract/system.ts'
import { systemLimits as limits } from '@coinless/contract/system-limits.ts'
import { sql } from 'kysely'
import { version } from '../../http/observability/build.ts'
import { diskSpace } from '../../http/observability/disk.ts'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { countConnected } from '../../machines/controllers/presence.ts'
import { countUnsettled } from '../../payments/cards/unsettled.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { lastFile } from '../backup/last-file.ts'
import { inBackupFolder } from '../wal-archive/backup-folder.ts'
import { backupFolderOf } from '../wal-archive/folders.ts'
import { archiverState, backupState } from '../wal-archive/state.ts'
import { waitingIn } from './queues.ts'

const notPermitted = '42501'

/** State of this server, and state of all servers from the database. */
export async function systemState(server: Server, metrics: Metrics): Promise<SystemState> {
  return {
    server: await serverState(server.config, metrics),
    all: await sharedState(server),
  }
}

async function serverState(config: AppConfig, metrics: Metrics): Promise<ServerState> {
  const { dataDir, backupDir } = config
  const connected = await metrics.controllersConnected.get()
  return {
    name: hostname(),
    version,
    node_version: process.versions.node,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    slow_query_ms: config.slowQueryMs,
    controllers_connected: connected.values[0]?.value ?? 0,
    disks: [
      ...(await diskOf('DATA_DIR', diskSpace(dataDir))),
      ...(backupDir
        ? await diskOf(
            'BACKUP_DIR',
            inBackupFolder(() => diskSpace(backupDir)),
          )
        : []),
    ],
  }
}

/** Empty if the folder is not available. */
async function diskOf(
  folder: ServerState['disks'][number]['folder'],
  asked: ReturnType<typeof diskSpace>,
) {
  const space = await asked.catch(() => undefined)
  return space ? [{ folder, free_bytes: space.freeBytes, total_bytes: space.totalBytes }] : []
}

async function sharedState(server: Server): Promise<SharedState> {
  const { config, database } = server
  return {
    ...(await versionsOf(database)),
    database_bytes: await sizeOf(database),
    controllers_connected: await countConnected(database),
    queues: await Promise.all(queues.map((queue) => waitingIn(database, queue))),
    card_payments_left_alone: await countUnsettled(server),
    backups: await backupsOf(config, database),
    ...(await errorsOfLastDay(database)),
    slow_statements: await slowStatementsOfLastDay(database),
  }
}

async function versionsOf(database: Database) {
  const { rows } = await sql<{ postgres_version: string; migration: string }>`
    select current_setting('server_version') as postgres_version,
      (select coalesce(max(name) filter (where name ~ '^\\d'), max(name)) from migrations) as migration`.execute(
    database,
  )
  return { postgres_version: '', migration: '', ...rows[0] }
}

/** null: an external PostgreSQL may show the size only to its superuser. */
async function sizeOf(database: Database): Promise<number | null> {
  try {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(database)
    return rows[0]?.bytes ?? null
  } catch (error) {
    if ((error as { code?: string }).code === notPermitted) return null
    throw error
  }
}

async function backupsOf(config: AppConfig, database: Database): Promise<Backups> {
  const folder = backupFolderOf(config)
  const file = await lastFile(database)
  const ofFile = {
    last_file_at: file?.writtenAt.toISOString() ?? null,
    last_file_bytes: file?.bytes ?? null,
  }
  if (!folder) {
    const { lastWalAt, isWalFailing } = await archiverState(database)
    const kept_by = config.databaseUrl ? 'own_tools' : file?.isNew ? 'files' : 'nobody'
    return {
      kept_by,
      is_overdue: kept_by === 'nobody',
      ...ofFile,
      last_base_at: null,
      last_wal_at: lastWalAt?.toISOString() ?? null,
      wal_waiting: null,
      is_wal_failing: isWalFailing,
      last_check: null,
    }
  }
  const state = await backupState(folder, config.dataDir, database)
  const { lastBaseAt, lastWalAt, lastCheck: last } = state
  return {
    kept_by: 'backup_dir',
    is_overdue: isOverdue(lastBaseAt, config.backupHours),
    ...ofFile,
    last_base_at: lastBaseAt?.toISOString() ?? null,
    last_wal_at: lastWalAt?.toISOString() ?? null,
    wal_waiting: state.walWaiting,
    is_wal_failing: state.isWalFailing,
    last_check: last
      ? { checked_at: last.checkedAt, faults: last.faults, reason: last.reason }
      : null,
  }
}

/** Also overdue if the folder is unavailable: its backups may be recent, but cannot be restored. */
function isOverdue(lastBaseAt: Date | null, backupHours: number): boolean {
  const hours = Math.max(limits.backupFileDays * 24, backupHours * 2)
  return !lastBaseAt || Date.now() - lastBaseAt.getTime() > hours * 3_600_000
}

/** Counts are stored per hour, so this includes the whole hour in which the last day began. */
const ofLastDay = sql`hour >= date_trunc('hour', now(), 'UTC') - interval '1 day'`

async function errorsOfLastDay(database: Database) {
  const { rows } = await sql<{
    source: string
    error: string
    times: number
    last_at: Date
    total: number
  }>`
    select source, error, sum(times) as times, max(last_at) as last_at,
      sum(sum(times)) over ()::bigint as total
    from server_problems where kind = 'error' and ${ofLastDay}
    group by source, error order by times desc, source, error
    limit ${sql.lit(limits.problemsShown)}`.execute(database)
  return {
    error_count: rows[0]?.total ?? 0,
    errors: rows.map(({ source, error, times, last_at }) => ({
      source,
      error,
      times,
      last_at: last_at.toISOString(),
    })),
  }
}

async function slowStatementsOfLastDay(database: Database) {
  const { rows } = await sql<{
    statement: string
    times: number
    longest_ms: number
    last_at: Date
  }>`
    select source as statement, sum(times) as times, max(longest_ms) as longest_ms,
      max(last_at) as last_at
    from server_problems where kind = 'slow_statement' and ${ofLastDay}
    group by source order by max(longest_ms) desc, source
    limit ${sql.lit(limits.problemsShown)}`.execute(database)
  return rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() }))
}
