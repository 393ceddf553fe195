import type { NumericText } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Refunded amount of a payment. Refunds by people count while they are pending.
 * @param ownId a refund to exclude
 */
export async function refundedBefore(transaction: Database, paymentId: string, ownId?: string) {
  const { rows } = await sql<{ given: NumericText }>`
    select coalesce(sum(amount), 0) as given from refunds
    where transaction_id = ${paymentId} and id is distinct from ${ownId ?? null}
      and (status = 'completed' or status = 'pending' and actor_id is not null)`.execute(
    transaction,
  )
  return rows[0]?.given ?? 0
}
