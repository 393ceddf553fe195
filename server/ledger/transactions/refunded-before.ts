import type { NumericText } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Dollars given back of a payment. What people decided counts as soon as it is on its way.
 * @param ownId a refund that does not count
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
