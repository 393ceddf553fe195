import type { Language } from '@coinless/contract/languages.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { enqueueCaseAlert } from './enqueue.ts'
import { openCase } from './reports.ts'

interface Paid {
  user_id: string
  device_id: string
  device_label: string
  device_number: string
  language: Language
}

/**
 * Reports to the owner, for the payer, a payment whose machine was not seen running and that is not refunded
 * automatically.
 */
export async function reportForPayer(transaction: Database, paymentId: string): Promise<void> {
  const { rows } = await sql<Paid>`
    select coalesce(paid.payer_id, card.payer_id) as user_id, cycles.device_id,
      coalesce(paid.device_label, card.device_label) as device_label,
      coalesce(paid.device_number, card.device_number) as device_number,
      coalesce(card.language, cycles.language, 'en') as language
    from cycles
      left join transactions as paid on paid.id = cycles.transaction_id
      left join card_payments as card on card.id = cycles.card_payment_id
    where cycles.id = ${paymentId}`.execute(transaction)
  const [paid] = rows
  if (!paid) return
  const { device_id, ...facts } = paid
  const { id: case_id } = await openCase(transaction, device_id, 'did_not_start')
  const { id } = await transaction
    .insertInto('reports')
    .values({ ...facts, case_id, payment_id: paymentId, has_paid: true, is_automatic: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueCaseAlert(transaction, { id, user_id: facts.user_id }, device_id)
}
