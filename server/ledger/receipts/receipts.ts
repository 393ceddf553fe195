import { ReceiptDocument } from '@coinless/contract/transactions.ts'
import { type SqlBool, sql } from 'kysely'
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

/** In the order of their numbers: the receipt, then its credit notes. */
export function receiptsOfTransaction(database: Database, transactionId: string) {
  // The first condition of each has an index.
  const ofRefunds = sql<SqlBool>`refund_id in (
    select refunds.id from refunds where refunds.transaction_id = ${transactionId}
  )`
  return selectReceipts(database)
    .where(({ or, and, eb }) =>
      or([and([eb('transaction_id', '=', transactionId), eb('refund_id', 'is', null)]), ofRefunds]),
    )
    .orderBy('year')
    .orderBy('number')
    .execute()
}
