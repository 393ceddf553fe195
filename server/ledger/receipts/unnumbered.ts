import { limits } from '@coinless/contract/limits.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { seconds } from '../../platform/database/due.ts'
import { movementParts } from '../revenue/movements.ts'

/** A payment or a top-up, its refund, or the return of the refund by the bank, without a number. */
export interface Unnumbered {
  /** Of the payment, the top-up or the refund. */
  id: string
  transaction_id: string | null
  top_up_id: string | null
  is_payment: boolean
  amount: NumericText
  issued_at: string
  year: number
  tax_rate: NumericText | null
  seller_name: string
  seller_address: string
  seller_tax_id: string | null
}

export const isSettled = sql`now() - ${seconds(limits.receiptPauseSeconds)}`

export async function sellersToNumber(
  database: Database,
  overlapSeconds: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select seller.id from ${sellers(overlapSeconds)} as seller
    where exists (select from ${unnumbered()} as movement)`.execute(database)
  return rows
}

/** Keeps the counters of sellers without payments near the present, in one statement for all of them. */
export async function passIdleSellers(database: Database, overlapSeconds: number): Promise<void> {
  const isBehind = sql<SqlBool>`checked_until not between now() - interval '1 minute' and now()`
  await sql`
    update receipt_counters set checked_until = ${isSettled}
    where seller_id in (
      select seller_id from receipt_counters
      where seller_id in (
        select seller.id from ${sellers(overlapSeconds, isBehind)} as seller
        where not exists (select from ${unnumbered()} as movement)
      )
      for update skip locked
    )`.execute(database)
}

/** In order of time, a payment before its refund, each with the details and rate in effect at that time. */
export async function nextUnnumbered(
  transaction: Database,
  sellerId: string,
  overlapSeconds: number,
): Promise<Unnumbered[]> {
  const { rows } = await sql<Unnumbered>`
    select movement.id, movement.transaction_id, movement.top_up_id, is_payment, amount,
      at::text as issued_at, extract(year from at at time zone details.time_zone)::integer as year,
      case when is_payment then ${rateInEffect} else ${rateOfPayment} end as tax_rate,
      details.name as seller_name, details.address as seller_address, details.tax_id as seller_tax_id
    from ${sellers(overlapSeconds, sql<SqlBool>`seller_id = ${sellerId}`)} as seller
      cross join lateral ${unnumbered()} as movement
      cross join lateral (${detailsAt(sql`at`)}) as details
    order by at, is_payment desc, movement.id
    limit ${sql.lit(limits.receiptsAtOnce)}`.execute(transaction)
  return rows
}

/** Sellers with the time since which something of theirs may have no number. */
function sellers(overlapSeconds: number, which = sql<SqlBool>`true`): RawBuilder<unknown> {
  return sql`(
    select users.id, users.email, checked_until, greatest(
      (select min(effective_at) from business_details where user_id = users.id),
      least(checked_until, now()) - ${seconds(overlapSeconds)}
    ) as since
    from receipt_counters join users on users.id = seller_id
    where ${which}
  )`
}

/** Of `seller`. */
function detailsAt(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from business_details where user_id = seller.id and effective_at <= ${time}
    order by effective_at desc, created_at desc limit 1`
}

function unnumbered(): RawBuilder<unknown> {
  return sql`(${sql.join([...paymentParts(), ...topUpParts()], sql` union all `)})`
}

/**
 * Of `seller`, as payee and not only as owner of the device. A closed account remains the payee by the text that
 * replaces its address in both tables.
 */
function paymentParts(): RawBuilder<unknown>[] {
  const whose = {
    id: sql<string>`seller.id`,
    email: sql<string>`seller.email`,
    email_verified: sql<boolean>`true`,
  }
  return movementParts(whose, { since: sql`seller.since`, before: isSettled }, {}).map(
    (part) => sql`select id, transaction_id, null::uuid as top_up_id, is_payment, at,
        paid - given_back as amount, payment_method, device_id
      from (${part}) as part
      where paid_to = seller.email
        and (not is_payment or not exists (
          select from receipts where receipts.transaction_id = part.transaction_id and refund_id is null
        ))
        and (is_payment or not ${hasDocument(
          sql`part.id`,
          sql`case when given_back > 0 then 'credit_note' else 'receipt' end`,
        )})`,
  )
}

/** Of codes that `seller` issued, if their tax is due at the sale: otherwise payments with the code have it. */
function topUpParts(): RawBuilder<unknown>[] {
  const between = (time: RawBuilder<unknown>) =>
    sql`${time} >= seller.since and ${time} < ${isSettled}`
  const isTaxed = sql`topped_up.issuer_id = seller.id and topped_up.refusal is null
    and topped_up.completed_at is not null
    and (select tax_due from (${detailsAt(sql`topped_up.completed_at`)}) as details) = 'sale'`
  const columns = (isPayment: boolean, at: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
    sql`null::uuid as transaction_id, topped_up.id as top_up_id, ${sql.lit(isPayment)} as is_payment,
      ${at} as at, ${amount} as amount, 'credit_card' as payment_method, null::uuid as device_id`
  const refunded = sql`refund.completed_at`
  const returned = sql`reversal.created_at`
  return [
    sql`select topped_up.id, ${columns(true, sql`topped_up.completed_at`, sql`topped_up.amount`)}
      from top_ups as topped_up
      where ${isTaxed} and ${between(sql`topped_up.completed_at`)} and not exists (
        select from receipts where receipts.top_up_id = topped_up.id and refund_id is null
      )`,
    sql`select refund.id, ${columns(false, refunded, sql`-refund.amount`)}
      from top_up_refunds as refund join top_ups as topped_up on topped_up.id = top_up_id
      where ${isTaxed} and ${between(refunded)}
        and not ${hasDocument(sql`refund.id`, sql`'credit_note'`)}`,
    sql`select refund.id, ${columns(false, returned, sql`refund.amount`)}
      from top_up_refunds as refund join top_ups as topped_up on topped_up.id = top_up_id
        join ledger_entries as reversal on reversal.id = reversal_entry_id
      where refund.status = 'failed' and refund.completed_at is not null
        and ${isTaxed} and ${between(returned)}
        and not ${hasDocument(sql`refund.id`, sql`'receipt'`)}`,
  ]
}

function hasDocument(refundId: RawBuilder<unknown>, kind: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (select from receipts where refund_id = ${refundId} and kind = ${kind})`
}

/** Top-ups have no device: the general rate. */
const rateInEffect = sql`(
  select tax_rate from tax_rates
  where business_details_id = details.id
    and (details.tax_due = 'cycle' or payment_method <> 'prepaid_code')
    and (device_type is null or device_type = (select device_type from devices where devices.id = device_id))
  order by device_type nulls last limit 1
)`

const rateOfPayment = sql`(
  select tax_rate from receipts
  where receipts.transaction_id = movement.transaction_id and refund_id is null
  union all
  select tax_rate from receipts
  where receipts.top_up_id = movement.top_up_id and refund_id is null
)`
