import type { Database } from '../../platform/database/connection.ts'

/** Which processor, and which account there, took a card payment. Before that was kept there was only the sandbox. */
export async function takenBy(transaction: Database, paymentId: string) {
  const known = await transaction
    .selectFrom('card_payments')
    .select(['processor', 'processor_account'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return known ?? { processor: 'sandbox' as const, processor_account: null }
}
