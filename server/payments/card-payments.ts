import type { Selectable } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import type { Server } from '../http/route.ts'
import { cardPaymentEntry } from '../ledger/entries.ts'
import { mailReceipt } from '../transactions/receipt-mail.ts'
import type { CardProcessor, Charge, ChargeState } from './card-processor.ts'

export type PendingCardPayment = Selectable<Tables['card_payments']>

/** @throws Refusal transaction_not_found */
export async function findCardPayment(
  database: Database,
  where: { id: string; payer_id?: string } | { processor_reference: string },
): Promise<PendingCardPayment> {
  const query = database.selectFrom('card_payments').selectAll()
  const found = await Object.entries(where)
    .reduce((chosen, [column, value]) => chosen.where(column as 'id', '=', value), query)
    .executeTakeFirst()
  if (!found) throw new Refusal('transaction_not_found')
  return found
}

/**
 * Gets the processor's id of the charge and keeps it. Only then is the card asked, so that nothing is
 * ever taken that nobody could find again.
 * @returns undefined when the payment has ended in the meantime: given up, or paid by a repetition
 */
export async function prepare(
  database: Database,
  cardProcessor: CardProcessor,
  charge: Charge,
): Promise<string | undefined> {
  const processor_reference = await cardProcessor.prepare(charge)
  const kept = await database
    .updateTable('card_payments')
    .set({ processor_reference })
    .where('id', '=', charge.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n ? processor_reference : undefined
}

/** Writes down what is final, once: the transaction and its ledger entry, or that there is none. */
export async function keepState(server: Server, id: string, { status }: ChargeState) {
  if (status !== 'completed' && status !== 'failed') return
  const paid = await server.database.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('card_payments')
      .set({ status })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    return ended?.status === 'completed' ? recordTransaction(transaction, ended) : undefined
  })
  if (paid) mailReceipt(server, paid.customer_email, paid.language, paid)
}

async function recordTransaction(transaction: Database, paid: PendingCardPayment) {
  const amount = Number(paid.amount)
  const { created_at } = await transaction
    .insertInto('transactions')
    .values({
      id: paid.id,
      device_id: paid.device_id,
      payer_id: paid.payer_id,
      device_number: paid.device_number,
      amount,
      duration_minutes: paid.duration_minutes,
      payment_method: 'credit_card',
      customer_name: paid.customer_name,
      customer_email: paid.customer_email,
      processor_reference: paid.processor_reference,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(cardPaymentEntry(paid, paid.payer_id, amount))
    .execute()
  return { ...paid, created_at }
}
