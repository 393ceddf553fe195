import type { queues, SharedState } from '@coinless/contract/system.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { mailState } from '../mail/outbox.ts'
import { countPushes } from '../push/outbox.ts'
import { countWaiting } from '../webhooks/outbox.ts'

interface Waiting {
  waiting: number
  due_since: Date | null
}

/** Counted as for /metrics. */
const askers: Record<(typeof queues)[number], (database: Database) => Promise<Waiting>> = {
  mails: async (database) => ({
    waiting: (await mailState(database)).waiting,
    due_since: await dueSince(database, 'mails'),
  }),
  pushes: async (database) => ({
    waiting: await countPushes(database),
    due_since: await dueSince(database, 'pushes'),
  }),
  webhook_deliveries: async (database) => {
    const { rows } = await sql<{ due_since: Date | null }>`
      select min(next_try_at) as due_since from webhook_deliveries
      where status = 'waiting' and next_try_at <= now()`.execute(database)
    return { waiting: await countWaiting(database), due_since: rows[0]?.due_since ?? null }
  },
  card_payments: async (database) => {
    const { rows } = await sql<Waiting>`
      select count(*) as waiting, min(created_at) as due_since
      from open_cards where status = 'pending'`.execute(database)
    return rows[0] ?? { waiting: 0, due_since: null }
  },
}

export async function waitingIn(
  database: Database,
  queue: (typeof queues)[number],
): Promise<SharedState['queues'][number]> {
  const { waiting, due_since } = await askers[queue](database)
  return { queue, waiting, due_since: due_since?.toISOString() ?? null }
}

/** More tries than any of them gets. */
const triesMax = 99

/** One step in the index for each number of tries, whatever the number of rows. */
async function dueSince(database: Database, table: 'mails' | 'pushes'): Promise<Date | null> {
  const { rows } = await sql<{ due_since: Date | null }>`
    select min(next_try_at) as due_since
    from generate_series(0, ${sql.lit(triesMax)}) as made (number), lateral (
      select next_try_at from ${sql.table(table)}
      where tries = made.number and next_try_at <= now() order by next_try_at limit 1
    ) as first`.execute(database)
  return rows[0]?.due_since ?? null
}
