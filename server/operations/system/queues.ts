import type { queues, SharedState } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'

type QueueName = (typeof queues)[number]

interface Source {
  /** `from` and `where` of the rows that wait. */
  rows: RawBuilder<unknown>
  /** When a row is due. */
  time: RawBuilder<unknown>
  /** Due time of the oldest; by default the lowest time in an index on it. */
  oldest?: RawBuilder<unknown>
}

/** Needs two index lookups per number of attempts, regardless of the number of rows. */
function jobsOf(queue: Tables['jobs']['queue']): Source {
  const name = sql.lit(queue)
  const next = (condition: RawBuilder<unknown>) =>
    sql`(select attempts from jobs where queue = ${name} and ${condition} order by attempts limit 1)`
  const oldest = sql`(
    with recursive made (number) as (
      ${next(sql`true`)}
      union all
      select ${next(sql`attempts > made.number`)} from made where made.number is not null
    )
    select min(due_at) from made, lateral (
      select due_at from jobs
      where queue = ${name} and attempts = made.number and due_at <= now() order by due_at limit 1
    ) as first)`
  return { rows: sql`jobs where queue = ${name}`, time: sql`due_at`, oldest }
}

const sources: Record<QueueName, Source> = {
  mails: jobsOf('mails'),
  pushes: jobsOf('pushes'),
  notifications: jobsOf('notifications'),
  code_mails: { rows: sql`code_mails where job_id is null`, time: sql`due_at` },
  webhook_deliveries: {
    rows: sql`webhook_deliveries where status = 'waiting'`,
    time: sql`next_try_at`,
  },
  card_payments: { rows: sql`unsettled_cards where status = 'pending'`, time: sql`created_at` },
  cycles: { rows: sql`cycles where next_check_at is not null`, time: sql`next_check_at` },
}

/** State of a queue of all servers. Counts only some rows, because counting takes long. */
async function measure(database: Database, queue: QueueName) {
  const { rows: from, time, oldest } = sources[queue]
  const firstDue = sql`(select min(${time}) from ${from} and ${time} <= now())`
  const { rows } = await sql<{ waiting: number; due: number; due_since: Date | null }>`
    select count(*) as waiting, count(*) filter (where due_at <= now()) as due,
      ${oldest ?? firstDue} as due_since
    from (
      select ${time} as due_at from ${from} limit ${sql.lit(systemLimits.waitingCounted + 1)}
    ) as first_ones`.execute(database)
  return rows[0] ?? { waiting: 0, due: 0, due_since: null }
}

export async function waitingIn(
  database: Database,
  queue: QueueName,
): Promise<SharedState['queues'][number]> {
  const { waiting, due_since } = await measure(database, queue)
  return { queue, waiting, due_since: due_since?.toISOString() ?? null }
}

export async function measureQueues(
  database: Database,
  { jobsWaiting, jobsDue, jobsOldestDue }: Metrics,
): Promise<void> {
  for (const queue of Object.keys(sources) as QueueName[]) {
    const { waiting, due, due_since } = await measure(database, queue)
    jobsWaiting.set({ queue }, waiting)
    jobsDue.set({ queue }, due)
    const overdueMs = due_since ? Date.now() - due_since.getTime() : 0
    jobsOldestDue.set({ queue }, Math.max(0, overdueMs / 1000))
  }
}
