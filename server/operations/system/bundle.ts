import type { SupportBundle } from '@coinless/contract/system.ts'
import { sql } from 'kysely'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { warningsOf } from '../../platform/config/warnings.ts'
import type { Database } from '../../platform/database/connection.ts'
import { systemState } from './state.ts'

/** Data for helpers outside the organization: no secrets, and no names of persons, computers or folders. */
export async function supportBundle(server: Server, metrics: Metrics): Promise<SupportBundle> {
  const { config, database } = server
  const { server: own, all } = await systemState(server, metrics)
  const { name: _, ...ofServer } = own
  const { last_check } = all.backups
  return {
    made_at: new Date().toISOString(),
    server: ofServer,
    // The reason of a failed check contains folder names.
    all: {
      ...all,
      backups: { ...all.backups, last_check: last_check && { ...last_check, reason: null } },
    },
    settings: config.shown,
    warnings: warningsOf(config),
    tables: await estimatedSizes(database),
    metrics: await metrics.registry.metrics(),
  }
}

/** Reads estimates from the catalog: counting rows is slow, and exact sizes wait for locks on the table. */
async function estimatedSizes(database: Database): Promise<SupportBundle['tables']> {
  const { rows } = await sql<SupportBundle['tables'][number]>`
    select relname as name,
      case when reltuples >= 0 then reltuples::bigint end as rows_estimated,
      case when reltuples >= 0
        then relpages::bigint * current_setting('block_size')::bigint end as bytes_estimated
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
    order by relpages desc, relname`.execute(database)
  return rows
}
