import { paymentMethods } from '@coinless/contract/choices.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Payee } from '../../platform/policy/own-devices.ts'
import { paidTo, paidToParts, refundedParts } from '../../platform/policy/policy.ts'
import type { Period } from './periods.ts'

export type Filters = Pick<RevenueQuestion, 'payment_method' | 'location' | 'device_id'>

/** Times, in SQL. */
export interface Between {
  since: RawBuilder<unknown>
  before: RawBuilder<unknown>
}

/** Time range of some UTC days. */
export function inUtc({ from, end }: Period): Between {
  return {
    since: sql`${from}::timestamp at time zone 'UTC'`,
    before: sql`${end}::timestamp at time zone 'UTC'`,
  }
}

const ofPayment = sql`transactions.device_id, transactions.device_label, transactions.device_number,
  transactions.location, transactions.payment_method, transactions.prepaid_code_id, transactions.programme,
  transactions.paid_to`

/**
 * Payments to an account, refunds and their reversals, each at its time: the revenue in dashboard, screen, files and
 * mails.
 */
export function movements(
  whose: Payee | 'all',
  between: Between,
  filters: Filters = {},
): RawBuilder<unknown> {
  return sql`(${sql.join(movementParts(whose, between, filters), sql` union all `)})`
}

/**
 * The same as disjoint queries. For one payment method, each has an index in order of time and id.
 */
export function movementParts(
  whose: Payee | 'all',
  { since, before }: Between,
  filters: Filters,
): RawBuilder<unknown>[] {
  const is = conditions(filters)
  const paid = paidParts(whose).map(
    (
      part,
    ) => sql`select id, id as transaction_id, created_at as at, true as is_payment, amount as paid,
        0::numeric(12, 2) as given_back, ${ofPayment}
      from transactions
      where ${part} and created_at >= ${since} and created_at < ${before} and ${is}`,
  )
  const givenBack = refundParts(whose).map(
    (
      part,
    ) => sql`select refunds.id, transactions.id as transaction_id, completed_at as at, false as is_payment,
        0::numeric(12, 2) as paid, refunds.amount as given_back, ${ofPayment}
      from refunds join transactions on transactions.id = transaction_id
      where ${part} and completed_at >= ${since} and completed_at < ${before} and ${is}`,
  )
  const isPayee = whose === 'all' ? sql`true` : paidTo(whose)
  const reversed = sql`select reversal.id, transactions.id as transaction_id, reversal.created_at as at,
      false as is_payment, 0::numeric(12, 2) as paid, -reversal.amount as given_back, ${ofPayment}
    from ledger_entries as reversal join transactions on transactions.id = transaction_id
    where reversal.reason = 'refund_failed' and ${isPayee}
      and reversal.created_at >= ${since} and reversal.created_at < ${before} and ${is}`
  return [...paid, ...givenBack, reversed]
}

function paidParts(whose: Payee | 'all'): RawBuilder<SqlBool>[] {
  return whose === 'all' ? [sql`true`] : paidToParts(whose)
}

function refundParts(whose: Payee | 'all'): RawBuilder<SqlBool>[] {
  if (whose === 'all') return [sql`true`]
  return refundedParts(whose).map((part) => sql`${part} and ${paidTo(whose)}`)
}

/** The indexes by time start with the method, so it is always given. */
export function conditions({ payment_method, location, device_id }: Filters): RawBuilder<SqlBool> {
  const methods = payment_method ? [payment_method] : paymentMethods
  return sql.join(
    [
      sql`transactions.payment_method in (${sql.join(methods.map((each) => sql.lit(each)))})`,
      ...(location === undefined ? [] : [sql`transactions.location = ${location}`]),
      ...(device_id === undefined ? [] : [sql`transactions.device_id = ${device_id}`]),
    ],
    sql` and `,
  )
}
