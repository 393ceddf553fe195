import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'

/** Whether some receipts of the account show tax. */
export async function hasTax(database: Database, whose: Payee | 'all'): Promise<boolean> {
  const ofAccount = whose === 'all' ? sql`true` : sql`user_id = ${whose.id}`
  const { rows } = await sql<{ has_tax: boolean }>`select exists (
    select from tax_rates join business_details on business_details.id = business_details_id
    where ${ofAccount}
  ) as has_tax`.execute(database)
  return rows[0]?.has_tax ?? false
}

/** On `receipts`: of which the account is the seller. Its revenue may include payments that others are paid. */
export function isSeller(whose: Payee | 'all', table: string): RawBuilder<SqlBool> {
  return whose === 'all' ? sql`true` : sql`${sql.ref(table)}.seller_id = ${whose.id}`
}

/** Joins the receipts and credit notes with tax of `movement`. Separate joins can each use an index or a hash table. */
export function withDocuments(whose: Payee | 'all'): RawBuilder<unknown> {
  return sql`
    left join receipts as receipt on is_payment and ${isSeller(whose, 'receipt')}
      and receipt.transaction_id = movement.transaction_id and receipt.refund_id is null
      and receipt.tax_rate is not null
    left join receipts as returned on not is_payment and ${isSeller(whose, 'returned')}
      and returned.refund_id = movement.id
      and returned.kind = case when given_back > 0 then 'credit_note' else 'receipt' end
      and returned.tax_rate is not null`
}

const sign = sql`case when given_back > 0 then -1 else 1 end`
const taxOf = sql`coalesce(receipt.tax, ${sign} * returned.tax, 0)`
const grossOf = sql`coalesce(receipt.gross, ${sign} * returned.gross, 0)`

/** Sums over the rows of `withDocuments`. */
export const documentSums = sql`sum(${grossOf} - ${taxOf}) as net_of_tax, sum(${taxOf}) as tax`
export const noDocumentSums = sql`0 as net_of_tax, 0 as tax`
