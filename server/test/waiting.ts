import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** How many calls wait for what somebody else has locked. */
export async function waitingForLocks({ database }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}
