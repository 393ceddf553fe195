import { type Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { callTimeouts, makePool, type PoolOptions, type Timeouts } from './pool.ts'
import { RetryingDatabase } from './retries.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Called after each statement. The text contains no values. */
export type QueryObserver = (query: { sql: string; durationMs: number; isFailed: boolean }) => void

export interface ConnectOptions extends Partial<Omit<PoolOptions, 'timeouts'>> {
  observe?: QueryObserver
}

/** @param url one PostgreSQL, or a primary and its replicas: see addresses.ts */
export function connect(
  url: string,
  timeouts: Timeouts = callTimeouts,
  { preparedStatements = true, failoverTimeoutMs, connections, observe }: ConnectOptions = {},
): Database {
  const pool = makePool(url, { timeouts, preparedStatements, failoverTimeoutMs, connections })
  return new RetryingDatabase({
    dialect: new PostgresDialect({ pool }),
    ...(observe && { log: (event) => observe(observed(event)) }),
  })
}

function observed({ query, queryDurationMillis: durationMs, level }: LogEvent) {
  return { sql: query.sql, durationMs, isFailed: level === 'error' }
}
