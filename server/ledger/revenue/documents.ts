import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import type { Between, Filters } from './movements.ts'

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

/**
 * Receipts and credit notes of card top-ups whose tax was due at the sale, in the form of `movementParts` but without
 * revenue. Top-ups have no device and no place.
 */
export function topUpParts(
  whose: Payee | 'all',
  { since, before }: Between,
  { payment_method, location, device_id }: Filters,
): RawBuilder<unknown>[] {
  if (payment_method === 'prepaid_code' || location !== undefined || device_id !== undefined)
    return []
  return [
    sql`select coalesce(refund_id, top_up_id) as id, null::uuid as transaction_id, issued_at as at,
        refund_id is null as is_payment, 0::numeric(12, 2) as paid, 0::numeric(12, 2) as given_back,
        null::uuid as device_id, '' as device_label, '' as device_number, '' as location,
        'credit_card' as payment_method, prepaid_code_id, null::text as programme, null::text as paid_to,
        receipts.id as document_id
      from receipts join top_ups on top_ups.id = top_up_id
      where top_up_id is not null and ${isSeller(whose, 'receipts')}
        and issued_at >= ${since} and issued_at < ${before}`,
  ]
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
