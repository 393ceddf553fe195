import type { Language } from '@coinless/contract/languages.ts'
import { fromMinor, toMinor } from '@coinless/contract/money.ts'
import type { CardPayment, payments } from '@coinless/contract/payments.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { findTransaction } from '../../ledger/transactions/transactions.ts'
import { findDevice } from '../../machines/devices/devices.ts'
import { chosenOffer } from '../../machines/devices/prices.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { refusePaidAlready } from '../cycles/paid-already.ts'
import { refuseConflict } from '../cycles/payment-conflict.ts'
import { type AskOnce, chargeByCard, checkByCard, type Turn } from './by-card.ts'
import { paymentPurpose } from './payment-charge.ts'
import { findCharge } from './settle-charge.ts'

type CardForm = z.output<typeof payments.card.body>
type Outcome = Answer<z.output<typeof payments.card.reply>>

/**
 * Pays for a cycle by card on the terms that the customer saw. At a device with a link, the card is held until the
 * machine has started.
 * @throws Refusal
 */
export async function payByCard(
  server: Server,
  caller: SignedInCaller,
  turn: Turn,
  form: CardForm,
  language: Language,
): Promise<Outcome> {
  return chargeByCard(
    server,
    paymentPurpose,
    turn,
    form.payment_method_id,
    (transaction) => begin(server, transaction, caller, form, language),
    async (id, clientSecret) => {
      const outcome = await outcomeOf(server, caller, id, clientSecret)
      const { refusal, status, cycle_id } = outcome.payment
      if (refusal) throw new Refusal(refusal)
      if (status === 'failed' && !cycle_id) throw new Refusal('card_declined')
      return outcome
    },
  )
}

/**
 * State of one of the caller's card payments.
 * @throws Refusal transaction_not_found if the caller has no such payment
 */
export async function cardStatus(
  server: Server,
  askOnce: AskOnce,
  caller: SignedInCaller,
  id: string,
): Promise<Outcome> {
  const payment = await findCharge(server.database, paymentPurpose, id)
  if (payment.payer_id !== caller.id) throw new Refusal('transaction_not_found')
  const clientSecret = await checkByCard(server, paymentPurpose, askOnce, payment)
  return outcomeOf(server, caller, id, clientSecret)
}

async function begin(
  { cardProcessor: { minimum, settings } }: Server,
  transaction: Database,
  caller: SignedInCaller,
  form: CardForm,
  language: Language,
) {
  const device = await findDevice(transaction, caller, form.device_id)
  if (device.status !== 'active') throw new Refusal('device_not_active')
  const offer = chosenOffer(device, form.programme)
  const { price: asked, duration_minutes: minutes } = offer ?? device
  const price = toMinor(asked)
  if (!offer || price !== toMinor(form.amount) || minutes !== form.duration) {
    throw new Refusal('terms_changed', { price, minutes })
  }
  if (settings.processor === 'off') throw new Refusal('cards_off')
  if (price < minimum) throw new Refusal('card_amount_too_small', { minimum })
  const link = await linkOf(transaction, device.id)
  if (link?.out_of_order_at) throw new Refusal('device_out_of_order')
  if (link?.is_in_use) throw new Refusal('device_in_use')
  await refuseConflict(transaction, caller, device.id, minutes)
  if (form.pay_again === false && !link) await refusePaidAlready(transaction, caller, device.id)
  return transaction
    .insertInto('card_payments')
    .values({
      device_id: device.id,
      payer_id: caller.id,
      device_number: device.device_number,
      amount: fromMinor(price),
      duration_minutes: minutes,
      programme: offer.programme,
      customer_name: form.customer_name,
      customer_email: form.customer_email,
      language,
      is_hold: link !== undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

function linkOf(transaction: Database, deviceId: string) {
  return transaction
    .selectFrom('device_links')
    .select(['out_of_order_at'])
    .select(
      sql<boolean>`exists (select from cycles where open_link_id = device_links.id)`.as(
        'is_in_use',
      ),
    )
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
}

async function outcomeOf(
  { database }: Server,
  caller: SignedInCaller,
  id: string,
  clientSecret: string | null,
): Promise<Outcome> {
  const { status, refusal } = await findCharge(database, paymentPurpose, id)
  const cycle = await database
    .selectFrom('cycles')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  const isPaid = status === 'completed' || status === 'refunded'
  const payment: CardPayment = {
    id,
    status,
    client_secret: clientSecret,
    cycle_id: cycle?.id ?? null,
    refusal,
  }
  return { transaction: isPaid ? await findTransaction(database, caller, id) : null, payment }
}
