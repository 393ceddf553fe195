import { limits } from '@coinless/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { isOursSql, needsNoProcessorSql } from '../../platform/card-processors/ownership.ts'
import { isDue, pauseAfter, seconds } from '../../platform/database/due.ts'
import { paymentPurpose } from './payment-charge.ts'
import { paymentRefundPurpose } from './payment-refund.ts'
import type { ChargePurpose, ChargeRow, RefundPurpose, RefundRow } from './purpose.ts'
import { settleCharge } from './settle-charge.ts'
import { settleRefund } from './settle-refund.ts'
import { topUpPurpose } from './top-up-charge.ts'
import { topUpRefundPurpose } from './top-up-refund.ts'

type Work = () => Promise<unknown>
type Ours = ReturnType<typeof sql<SqlBool>>

const queues = [
  charges(paymentPurpose),
  refunds(paymentRefundPurpose),
  charges(topUpPurpose),
  refunds(topUpRefundPurpose),
]

const pause = { seconds: limits.askPauseSeconds, longest: limits.askPauseSecondsMax }

/**
 * Settles card payments left pending by a crash or a customer who left: records what was paid and gives up the rest
 * after a while, at the processor first. Runs until nothing is due, on any number of servers. Retries failures later.
 * While the processor does not name its account, settles only what needs no processor.
 * @returns errors to log
 */
export async function reconcile(server: Server): Promise<unknown[]> {
  const failures: unknown[] = []
  const ours = await isOursSql(server.cardProcessor).catch((error) => {
    failures.push(error)
    return needsNoProcessorSql
  })
  for (;;) {
    const due: Work[] = []
    for (const claimDue of queues) due.push(...(await claimDue(server, ours)))
    const failed = await doAll(due)
    failures.push(...failed)
    // All failed: the processor is unavailable, so do not ask it about the others.
    if (failed.length === due.length) return failures
  }
}

function charges<Row extends ChargeRow>(purpose: ChargePurpose<Row>) {
  return async (server: Server, ours: Ours): Promise<Work[]> => {
    const rows = await claim<Row & { is_given_up: boolean }>(server, purpose, ours)
    return rows.map((row) => {
      const isGivenUp = row.is_given_up
      return () => settleCharge(server, purpose, row, { by: 'anyone', isGivenUp })
    })
  }
}

function refunds<Row extends RefundRow>(purpose: RefundPurpose<Row>) {
  return async (server: Server, ours: Ours): Promise<Work[]> => {
    const rows = await claim<Row>(server, purpose, ours)
    return rows.map(
      ({ id }) =>
        () =>
          settleRefund(server, purpose, id),
    )
  }
}

/**
 * Claims due payments, half of them the newest and half the oldest, so that neither group starves. Each is retried
 * with growing pauses by the first server that claims it. Automatic refunds and holds whose cycle has decided are due
 * immediately.
 */
async function claim<Row>(
  { database }: Server,
  {
    table,
    dueAtOnce,
  }: Pick<ChargePurpose<ChargeRow> | RefundPurpose<RefundRow>, 'table' | 'dueAtOnce'>,
  ours: Ours,
): Promise<Row[]> {
  const due = sql`status = 'pending' and ${ours}
    and ${isDue(sql`next_attempt_at`, limits.askPauseSecondsMax)}
    and (created_at < now() - ${seconds(limits.cardPaymentGraceSeconds)} or created_at > now()
      or ${dueAtOnce})`
  const time = seconds(limits.cardPaymentMinutes * 60)
  const givenUpAt = sql`created_at + ${time}`
  // The age of a payment that is further ahead is unknown: the clock was set back.
  const isGivenUp = sql`(${givenUpAt} < now() or created_at > now() + ${time})`
  const half = sql.lit(limits.reconciledAtOnce / 2)
  const { rows } = await sql<Row>`
    with newest as (
      select id from ${sql.table(table)} where ${due}
      order by created_at desc limit ${half} for update skip locked
    ),
    oldest as (
      select id from ${sql.table(table)} where ${due}
      order by next_attempt_at, created_at limit ${half} for update skip locked
    )
    update ${sql.table(table)} set
      attempts = attempts + 1,
      next_attempt_at = least(
        now() + ${pauseAfter(sql`attempts`, pause)},
        case when ${givenUpAt} > now() then ${givenUpAt} end)
    where id in (select id from newest union select id from oldest)
    returning *, ${isGivenUp} as is_given_up`.execute(database)
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
