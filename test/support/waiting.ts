import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** How many calls wait for what somebody else has locked. */
export async function waitingForLocks({ database }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}

/** How often PostgreSQL had to end a circle of those who wait for one another. */
export async function deadlocks({ database }: TestApp): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database)
  return rows[0]?.deadlocks ?? 0
}

const retryMs = 200

/** As soon as a database that was killed is back. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    await delay(retryMs)
  }
}
