import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Adds what has happened since the last time to the totals of the lists. Any server may do it. */
export async function foldTallies(database: Database): Promise<void> {
  await sql`select fold_tallies()`.execute(database)
}
