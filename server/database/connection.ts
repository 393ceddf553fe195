import { Kysely, PostgresDialect } from 'kysely'
import { makePool } from './pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** @param url one PostgreSQL, or a primary and its replicas: see addresses.ts */
export function connect(url: string): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: makePool(url) }) })
}
