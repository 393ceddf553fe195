import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Number of calls that wait for a lock. */
export async function waitingForLocks({ database }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}

/** Number of deadlocks that PostgreSQL resolved. */
export async function deadlocks({ database }: TestApp): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database)
  return rows[0]?.deadlocks ?? 0
}

const retryMs = 200

/** Retries until a killed database is back. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    await delay(retryMs)
  }
}
