import { type Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { PatientDatabase } from './again.ts'
import { callTimeouts, makePool, type PoolOptions, type Timeouts } from './pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Called after each statement. The text contains no values. */
export type QueryObserver = (query: { sql: string; durationMs: number; isFailed: boolean }) => void

interface Options extends Partial<Omit<PoolOptions, 'timeouts'>> {
  observe?: QueryObserver
}

/** @param url one PostgreSQL, or a primary and its replicas: see addresses.ts */
export function connect(
  url: string,
  timeouts: Timeouts = callTimeouts,
  { preparedStatements = true, patienceMs, connections, observe }: Options = {},
): Database {
  const pool = makePool(url, { timeouts, preparedStatements, patienceMs, connections })
  return new PatientDatabase({
    dialect: new PostgresDialect({ pool }),
    ...(observe && { log: (event) => observe(observed(event)) }),
  })
}

function observed({ query, queryDurationMillis: durationMs, level }: LogEvent) {
  return { sql: query.sql, durationMs, isFailed: level === 'error' }
}
