import { ReceiptDocument } from '@coinless/contract/receipts.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'

/** Receipts and credit notes in the form of the contract. */
export function selectReceipts(database: Database) {
  return database
    .selectFrom('receipts')
    .select(columns(ReceiptDocument.omit({ net: true, tax_rate: true })))
    .select([
      sql<number>`(gross - tax)::float8`.as('net'),
      // The serializer rejects text where null is allowed.
      sql<number | null>`tax_rate::float8`.as('tax_rate'),
    ])
}

/** SQL for the id of a refund. */
export function creditNoteOf(refundId: RawBuilder<unknown>) {
  return sql<string | null>`(
    select document_number from receipts where refund_id = ${refundId} and kind = 'credit_note'
  )`
}

/** In the order of their numbers: the receipt, then its credit notes. */
export function receiptsOf(
  database: Database,
  subject: 'transaction_id' | 'top_up_id',
  id: string,
) {
  const refunds = subject === 'transaction_id' ? sql`refunds` : sql`top_up_refunds`
  // The first condition of each has an index. As an array: `in` beside `or` reads all receipts.
  const ofRefunds = sql<SqlBool>`refund_id = any (array(
    select refunded.id from ${refunds} as refunded where refunded.${sql.ref(subject)} = ${id}
  ))`
  return selectReceipts(database)
    .where(({ or, and, eb }) =>
      or([and([eb(subject, '=', id), eb('refund_id', 'is', null)]), ofRefunds]),
    )
    .orderBy('year')
    .orderBy('number')
    .execute()
}
