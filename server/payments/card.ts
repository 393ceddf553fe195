import { randomUUID } from 'node:crypto'
import { toCents } from '@coinless/contract/money.ts'
import type { payments } from '@coinless/contract/payments.ts'
import type { Person } from '@coinless/contract/permissions.ts'
import { Transaction } from '@coinless/contract/transactions.ts'
import type { z } from 'zod'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { findDevice } from '../devices/devices.ts'
import { Refusal } from '../http/refusal.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { cardPaymentEntry } from '../ledger/entries.ts'
import type { CardProcessor } from './card-processor.ts'

type CardPayment = z.output<typeof payments.card.body>

/** Pays for a cycle by card, at the terms that the customer saw. */
export async function payByCard(
  transaction: Database,
  cardProcessor: CardProcessor,
  person: Person,
  attempt: Attempt | undefined,
  payment: CardPayment,
) {
  const device = await findDevice(transaction, person, payment.device_id)
  if (device.status !== 'active') throw new Refusal('device_not_active')
  const price = toCents(device.price)
  if (price !== toCents(payment.amount) || device.duration_minutes !== payment.duration) {
    throw new Refusal('terms_changed', { price, minutes: device.duration_minutes })
  }
  const charge = await cardProcessor.charge({
    amount: price,
    paymentMethodId: payment.payment_method_id,
    customerEmail: payment.customer_email,
    idempotencyKey: attempt ? `${attempt.userId} ${attempt.key}` : randomUUID(),
  })
  if ('declined' in charge) throw new Refusal('card_declined')
  const paid = await transaction
    .insertInto('transactions')
    .values({
      device_id: device.id,
      payer_id: person.id,
      device_number: device.device_number,
      amount: payment.amount,
      duration_minutes: device.duration_minutes,
      payment_method: 'credit_card',
      customer_name: payment.customer_name,
      customer_email: payment.customer_email,
      processor_reference: charge.reference,
    })
    .returning(columns(Transaction))
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(cardPaymentEntry(paid, person.id, payment.amount))
    .execute()
  return { transaction: paid }
}
