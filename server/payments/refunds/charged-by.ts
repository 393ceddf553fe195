import type { Database } from '../../platform/database/connection.ts'

/** Processor and processor account that charged a card payment. Older rows without one are sandbox payments. */
export async function chargedBy(transaction: Database, paymentId: string) {
  const known = await transaction
    .selectFrom('card_payments')
    .select(['processor', 'processor_account'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return known ?? { processor: 'sandbox' as const, processor_account: null }
}
