import { toCents } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Server } from '../calls/server.ts'
import type {
  CardProcessor,
  Charge,
  ChargeState,
  PreparedCharge,
} from '../card-processors/card-processor.ts'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'
import { cardPaymentEntry } from '../ledger/entries.ts'
import { mailCardReceipt, receiptOf } from '../mail/card-receipt.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isOurs } from './whose.ts'

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
 * Gets the processor's id of the charge and keeps it, with whose it is. Only then is the card asked, so
 * that nothing is ever taken that nobody could find again.
 * @returns undefined when the payment has gone on in the meantime: given up, or paid by a repetition
 */
export async function prepare(
  database: Database,
  cardProcessor: CardProcessor,
  charge: Charge,
): Promise<PreparedCharge | undefined> {
  const account = await cardProcessor.account()
  const reference = await cardProcessor.prepare(charge)
  const { processor } = cardProcessor.settings
  const kept = await database
    .updateTable('card_payments')
    .set({
      processor: processor === 'off' ? null : processor,
      processor_account: account,
      processor_reference: reference,
    })
    .where('id', '=', charge.id)
    .where('status', '=', 'pending')
    .where((each) =>
      each.or([
        each('processor_reference', 'is', null),
        each('processor_reference', '=', reference),
      ]),
    )
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n ? { ...charge, reference, account } : undefined
}

/**
 * Asks the processor how a payment stands, or to see to it that nothing is taken any more, and writes
 * that down.
 * @returns undefined when nobody can be asked: it was never prepared, or is not ours to ask for
 */
export async function lookAfter(
  server: Server,
  payment: PendingCardPayment,
  how: 'settle' | 'cancel' = 'settle',
): Promise<ChargeState | undefined> {
  const charge = preparedCharge(payment)
  if (!charge || !(await isOurs(server.cardProcessor, payment))) return undefined
  const state = await server.cardProcessor[how](charge)
  await keepState(server, payment.id, state)
  return state
}

export function preparedCharge(payment: PendingCardPayment): PreparedCharge | undefined {
  const { id, processor_reference: reference, processor_account: account } = payment
  return reference === null
    ? undefined
    : { id, amount: toCents(payment.amount), reference, account }
}

/**
 * Writes down what is final, once: the transaction and its ledger entry, or that there is none. What was
 * taken otherwise than it was asked for is nobody's payment.
 */
export async function keepState(server: Server, id: string, state: ChargeState) {
  const { status } = state
  if (status !== 'completed' && status !== 'failed' && status !== 'unmatched') return
  const difference = status === 'unmatched' ? state.difference : null
  if (difference) server.app.log.error({ cardPaymentId: id, difference }, 'card payment unmatched')
  await server.database.transaction().execute(async (transaction) => {
    if (status === 'completed') await lockAccountsAndDevice(transaction, id)
    const ended = await transaction
      .updateTable('card_payments')
      .set({ status, difference })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (ended?.status !== 'completed') return
    const paid = await recordTransaction(transaction, ended)
    await mailCardReceipt(transaction, server.config, paid)
  })
}

/** As what is recorded does, and the receipt: before the payment, which whoever closes one of them wants later. */
async function lockAccountsAndDevice(transaction: Database, id: string): Promise<void> {
  await sql`select from users
    where id = (select payer_id from card_payments where id = ${id}) for no key update`.execute(
    transaction,
  )
  await sql`select share_payment(payer_id, device_id, true) from card_payments
    where id = ${id}`.execute(transaction)
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
      device_label: paid.device_label,
      location: paid.location,
      paid_to: paid.paid_to,
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
  return receiptOf(transaction, { ...paid, created_at })
}
