import type { queues, SharedState } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

interface Waiting {
  waiting: number
  due_since: Date | null
}

const askers: Record<(typeof queues)[number], (database: Database) => Promise<Waiting>> = {
  mails: async (database) => ({
    waiting: await countUpToMany(database, sql`mails`),
    due_since: await dueSince(database, 'mails'),
  }),
  pushes: async (database) => ({
    waiting: await countUpToMany(database, sql`pushes`),
    due_since: await dueSince(database, 'pushes'),
  }),
  webhook_deliveries: async (database) => {
    const { rows } = await sql<{ due_since: Date | null }>`
      select min(next_try_at) as due_since from webhook_deliveries
      where status = 'waiting' and next_try_at <= now()`.execute(database)
    const waiting = sql`webhook_deliveries where status = 'waiting'`
    return {
      waiting: await countUpToMany(database, waiting),
      due_since: rows[0]?.due_since ?? null,
    }
  },
  card_payments: async (database) => {
    const { rows } = await sql<{ due_since: Date | null }>`
      select min(created_at) as due_since from open_cards where status = 'pending'`.execute(
      database,
    )
    const waiting = sql`open_cards where status = 'pending'`
    return {
      waiting: await countUpToMany(database, waiting),
      due_since: rows[0]?.due_since ?? null,
    }
  },
}

export async function waitingIn(
  database: Database,
  queue: (typeof queues)[number],
): Promise<SharedState['queues'][number]> {
  const { waiting, due_since } = await askers[queue](database)
  return { queue, waiting, due_since: due_since?.toISOString() ?? null }
}

async function countUpToMany(database: Database, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from (
    select from ${rows} limit ${sql.lit(systemLimits.waitingCounted + 1)}
  ) as first_ones`.execute(database)
  return counted.rows[0]?.count ?? 0
}

/** Above the maximum number of tries in both queues. */
const triesMax = 99

/** Needs one index lookup per number of tries, regardless of the number of rows. */
async function dueSince(database: Database, table: 'mails' | 'pushes'): Promise<Date | null> {
  const { rows } = await sql<{ due_since: Date | null }>`
    select min(next_try_at) as due_since
    from generate_series(0, ${sql.lit(triesMax)}) as made (number), lateral (
      select next_try_at from ${sql.table(table)}
      where tries = made.number and next_try_at <= now() order by next_try_at limit 1
    ) as first`.execute(database)
  return rows[0]?.due_since ?? null
}
