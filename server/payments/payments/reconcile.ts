import { limits } from '@coinless/contract/limits.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { isOursSql } from '../../platform/card-processors/ownership.ts'
import { isDue, pauseAfter, seconds } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { CardPaymentRow } from '../cycles/keep-card.ts'
import { abandonCharge, reconcileCharge } from '../cycles/reconcile-charge.ts'
import { abandonTopUp, reconcileTopUp, type TopUpRow } from '../top-ups/keep.ts'
import { settleTopUpRefund } from '../top-ups/refunds.ts'
import { settleRefund } from './settle-refund.ts'

type Work = () => Promise<unknown>

const pause = { seconds: limits.askPauseSeconds, longest: limits.askPauseSecondsMax }

/**
 * Settles card payments left pending by a crash or a customer who left: records what was paid and gives up the rest
 * after a while, at the processor first. Runs until nothing is due, on any number of servers. Retries failures later.
 * @returns errors to log
 */
export async function reconcile(server: Server): Promise<unknown[]> {
  const ours = await isOursSql(server.cardProcessor)
  const failures: unknown[] = []
  for (;;) {
    const payments = await claim(server, 'card_payments', ours)
    const refunds = await claim(server, 'refunds', ours)
    const topUps = await claim(server, 'top_ups', ours)
    const topUpRefunds = await claim(server, 'top_up_refunds', ours)
    const due: Work[] = [
      ...payments.map((payment) => () => endPayment(server, payment)),
      ...refunds.map(
        ({ id }) =>
          () =>
            settleRefund(server, id),
      ),
      ...topUps.map((topUp) => () => endTopUp(server, topUp)),
      ...topUpRefunds.map(
        ({ id }) =>
          () =>
            settleTopUpRefund(server, id),
      ),
    ]
    const failed = await doAll(due)
    failures.push(...failed)
    // All failed: the processor is unavailable, so do not ask it about the others.
    if (failed.length === due.length) return failures
  }
}

function endPayment(server: Server, payment: CardPaymentRow & { is_given_up: boolean }) {
  return payment.is_given_up ? abandonCharge(server, payment) : reconcileCharge(server, payment)
}

function endTopUp(server: Server, topUp: TopUpRow & { is_given_up: boolean }) {
  return topUp.is_given_up ? abandonTopUp(server, topUp) : reconcileTopUp(server, topUp)
}

/** No call handles these, so they are due immediately. */
const dueAtOnce = {
  card_payments: sql`(is_hold and (refusal is not null
    or exists (select from cycles where cycles.id = card_payments.id and money <> 'held')))`,
  refunds: sql`actor_id is null`,
  top_ups: sql`false`,
  top_up_refunds: sql`actor_id is null`,
}

/**
 * Claims due payments, half of them the newest and half the oldest, so that neither group starves. Each is retried
 * with growing pauses by the first server that claims it. Automatic refunds and holds whose cycle has decided are due
 * immediately.
 */
async function claim<Table extends keyof typeof dueAtOnce>(
  { database }: Server,
  table: Table,
  ours: ReturnType<typeof sql<SqlBool>>,
) {
  const due = sql`status = 'pending' and ${ours}
    and ${isDue(sql`next_ask_at`, limits.askPauseSecondsMax)}
    and (created_at < now() - ${seconds(limits.cardPaymentGraceSeconds)} or created_at > now()
      or ${dueAtOnce[table]})`
  const givenUpAt = sql`created_at + ${seconds(limits.cardPaymentMinutes * 60)}`
  const half = sql.lit(limits.reconciledAtOnce / 2)
  const { rows } = await sql<Selectable<Tables[Table]> & { is_given_up: boolean }>`
    with newest as (
      select id from ${sql.table(table)} where ${due}
      order by created_at desc limit ${half} for update skip locked
    ),
    oldest as (
      select id from ${sql.table(table)} where ${due}
      order by next_ask_at, created_at limit ${half} for update skip locked
    )
    update ${sql.table(table)} set
      asks = asks + 1,
      next_ask_at = least(
        now() + ${pauseAfter(sql`asks`, pause)},
        case when ${givenUpAt} > now() then ${givenUpAt} end)
    where id in (select id from newest union select id from oldest)
    returning *, ${givenUpAt} < now() as is_given_up`.execute(database)
  return rows
}

/** Limits concurrency to what the processor bears. @returns errors */
async function doAll(work: Work[]): Promise<unknown[]> {
  const failures: unknown[] = []
  const waiting = work.values()
  const workers = Array.from({ length: limits.askedAtOnce }, async () => {
    for (const next of waiting) await next().catch((error) => failures.push(error))
  })
  await Promise.all(workers)
  return failures
}
