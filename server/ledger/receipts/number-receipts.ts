import { limits } from '@coinless/contract/limits.ts'
import { fromMinor, type MinorUnits, type NumericText, toMinor } from '@coinless/contract/money.ts'
import { taxIn } from '@coinless/contract/tax.ts'
import { type InsertObject, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { seconds } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { movementParts } from '../revenue/movements.ts'

/** A payment, a refund, or the return of a refund by the bank, without a number. */
interface Unnumbered {
  /** Of the payment or the refund. */
  id: string
  transaction_id: string
  is_payment: boolean
  amount: NumericText
  issued_at: string
  year: number
  tax_rate: NumericText | null
  seller_name: string
  seller_address: string
  seller_tax_id: string | null
}

const isSettled = sql`now() - ${seconds(limits.receiptPauseSeconds)}`

/**
 * Numbers receipts and credit notes after the payments, which never wait for it. One server at a time numbers a
 * seller's, in batches of one transaction, so that a crash leaves no gap (docs/decisions/0136).
 * @param overlapSeconds how long a payment that was recorded late is found
 * @returns errors to log
 */
export async function numberReceipts(
  database: Database,
  overlapSeconds: number = limits.receiptOverlapSeconds,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const { rows } = await sql<{ id: string }>`
    select seller.id from ${sellers(overlapSeconds)} as seller
    where checked_until not between now() - interval '1 minute' and now()
      or exists (select from ${unnumbered()} as movement)`.execute(database)
  for (const { id } of rows) {
    await numberSeller(database, id, overlapSeconds).catch((error) => failures.push(error))
  }
  return failures
}

async function numberSeller(database: Database, id: string, overlapSeconds: number) {
  const { receiptsAtOnce } = limits
  for (let count: number = receiptsAtOnce; count === receiptsAtOnce; ) {
    count = await database
      .transaction()
      .execute((transaction) => numberBatch(transaction, id, overlapSeconds))
  }
}

/** @returns how many it numbered; none if another server numbers this seller's */
async function numberBatch(transaction: Database, sellerId: string, overlapSeconds: number) {
  const counter = await transaction
    .selectFrom('receipt_counters')
    .select('seller_id')
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!counter) return 0
  const found = await nextUnnumbered(transaction, sellerId, overlapSeconds)
  const last = await lastNumbers(transaction, sellerId, found)
  const rates = new Map<string, NumericText | null>()
  const receipts = found.map((each): InsertObject<Tables, 'receipts'> => {
    // Of a payment in the same batch, whose receipt is not stored yet.
    if (each.is_payment) rates.set(each.transaction_id, each.tax_rate)
    const rate = rates.get(each.transaction_id) ?? each.tax_rate
    const number = (last.get(each.year) ?? 0) + 1
    last.set(each.year, number)
    return { ...receiptOf(each, rate), seller_id: sellerId, number }
  })
  if (receipts.length > 0) await transaction.insertInto('receipts').values(receipts).execute()
  const isAll = receipts.length < limits.receiptsAtOnce
  await transaction
    .updateTable('receipt_counters')
    .set({
      checked_until: isAll
        ? sql<Date>`${isSettled}`
        : sql<Date>`${found.at(-1)?.issued_at}::timestamptz`,
    })
    .where('seller_id', '=', sellerId)
    .execute()
  return receipts.length
}

function receiptOf({ id, is_payment, amount, ...receipt }: Unnumbered, rate: NumericText | null) {
  const signed = toMinor(amount)
  const gross = Math.abs(signed) as MinorUnits
  const tax_rate = rate === null ? null : Number(rate)
  return {
    ...receipt,
    kind: signed < 0 ? ('credit_note' as const) : ('receipt' as const),
    refund_id: is_payment ? null : id,
    gross: fromMinor(gross),
    tax_rate,
    tax: fromMinor(taxIn(gross, tax_rate ?? 0)),
  }
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

/**
 * Of `seller`, as payee and not only as owner of the device. A closed account remains the payee by the text that
 * replaces its address in both tables.
 */
function unnumbered(): RawBuilder<unknown> {
  const whose = {
    id: sql<string>`seller.id`,
    email: sql<string>`seller.email`,
    email_verified: sql<boolean>`true`,
  }
  const parts = movementParts(whose, { since: sql`seller.since`, before: isSettled }, {}).map(
    (part) => sql`select * from (${part}) as part
      where paid_to = seller.email
        and (not is_payment or not exists (
          select from receipts where receipts.transaction_id = part.transaction_id and refund_id is null
        ))
        and (is_payment or not exists (
          select from receipts where refund_id = part.id
            and kind = case when given_back > 0 then 'credit_note' else 'receipt' end
        ))`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** In order of time, a payment before its refund, each with the details and rate in effect at that time. */
async function nextUnnumbered(
  transaction: Database,
  sellerId: string,
  overlapSeconds: number,
): Promise<Unnumbered[]> {
  const { rows } = await sql<Unnumbered>`
    select movement.id, movement.transaction_id, is_payment, paid - given_back as amount,
      at::text as issued_at, extract(year from at at time zone details.time_zone)::integer as year,
      case when is_payment then ${rateInEffect} else ${rateOfPayment} end as tax_rate,
      details.name as seller_name, details.address as seller_address, details.tax_id as seller_tax_id
    from ${sellers(overlapSeconds, sql<SqlBool>`seller_id = ${sellerId}`)} as seller
      cross join lateral ${unnumbered()} as movement
      cross join lateral (
        select * from business_details where user_id = seller.id and effective_at <= at
        order by effective_at desc, created_at desc limit 1
      ) as details
    order by at, is_payment desc, movement.id
    limit ${sql.lit(limits.receiptsAtOnce)}`.execute(transaction)
  return rows
}

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
)`

async function lastNumbers(
  transaction: Database,
  sellerId: string,
  found: readonly Unnumbered[],
): Promise<Map<number, number>> {
  const years = [...new Set(found.map(({ year }) => year))]
  const { rows } = await sql<{ year: number; number: number }>`
    select year, (
      select coalesce(max(number), 0) from receipts
      where seller_id = ${sellerId} and receipts.year = asked.year
    ) as number
    from unnest(${years}::integer[]) as asked (year)`.execute(transaction)
  return new Map(rows.map(({ year, number }) => [year, number]))
}
