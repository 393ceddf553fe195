import { Kysely, PostgresDialect } from 'kysely'
import { callTimeouts, makePool, type Timeouts } from './pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** @param url one PostgreSQL, or a primary and its replicas: see addresses.ts */
export function connect(
  url: string,
  timeouts: Timeouts = callTimeouts,
  { preparedStatements = true } = {},
): Database {
  const pool = makePool(url, { timeouts, preparedStatements })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
