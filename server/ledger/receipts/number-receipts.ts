import { limits } from '@coinless/contract/limits.ts'
import { fromMinor, type MinorUnits, type NumericText, toMinor } from '@coinless/contract/money.ts'
import { taxIn } from '@coinless/contract/tax.ts'
import { type InsertObject, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { mailCreditNotes } from '../../notifications/mail/credit-note-mail.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import {
  isSettled,
  nextUnnumbered,
  passIdleSellers,
  sellersToNumber,
  type Unnumbered,
} from './unnumbered.ts'

type Parts = Pick<Server, 'database' | 'config'>

/**
 * Numbers receipts and credit notes after the payments, which never wait for it. One server at a time numbers a
 * seller's, in batches of one transaction, so that a crash leaves no gap (docs/decisions/0136).
 * @param overlapSeconds how long a payment that was recorded late is found
 * @returns errors to log
 */
export async function numberReceipts(
  { database, config }: Parts,
  overlapSeconds: number = limits.receiptOverlapSeconds,
): Promise<unknown[]> {
  const failures: unknown[] = []
  await passIdleSellers(database, overlapSeconds)
  for (const { id } of await sellersToNumber(database, overlapSeconds)) {
    await numberSeller({ database, config }, id, overlapSeconds).catch((error) =>
      failures.push(error),
    )
  }
  return failures
}

async function numberSeller({ database, config }: Parts, id: string, overlapSeconds: number) {
  const { receiptsAtOnce } = limits
  for (let count: number = receiptsAtOnce; count === receiptsAtOnce; ) {
    count = await database
      .transaction()
      .execute((transaction) => numberBatch(transaction, config, id, overlapSeconds))
  }
}

/** @returns how many it numbered; none if another server numbers this seller's */
async function numberBatch(
  transaction: Database,
  config: AppConfig,
  sellerId: string,
  overlapSeconds: number,
) {
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
  const rates = new Map<string | null, NumericText | null>()
  const receipts = found.map((each): InsertObject<Tables, 'receipts'> => {
    const paidId = each.transaction_id ?? each.top_up_id
    // Of a payment in the same batch, whose receipt is not stored yet.
    if (each.is_payment) rates.set(paidId, each.tax_rate)
    const rate = rates.get(paidId) ?? each.tax_rate
    const number = (last.get(each.year) ?? 0) + 1
    last.set(each.year, number)
    return { ...receiptOf(each, rate), seller_id: sellerId, number }
  })
  if (receipts.length > 0) {
    const stored = await transaction
      .insertInto('receipts')
      .values(receipts)
      .returning('id')
      .execute()
    await mailCreditNotes(
      transaction,
      config,
      stored.map(({ id }) => id),
    )
  }
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
