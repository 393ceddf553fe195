import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

const connectTimeoutMs = 5_000
const statementTimeoutMs = 15_000
const poolSize = 16

/** Counts are far below 2^53. A numeric stays exact text, as `pg` leaves it: see NumericText. */
function parseType(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

export function connect(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'coinless',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    types: { getTypeParser: parseType as typeof pg.types.getTypeParser },
  })
  // Without listeners a connection that is lost while idle, or in use but between two queries, would
  // end the process. The pool replaces it, and whoever used it learns of it by the next query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
