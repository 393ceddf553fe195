import type { Language } from '@coinless/contract/languages.ts'
import { toCents, toDollars } from '@coinless/contract/money.ts'
import type { CardPayment, payments } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { z } from 'zod'
import type { Answer } from '../calls/answer.ts'
import type { Server } from '../calls/server.ts'
import type { ChargeState } from '../card-processors/card-processor.ts'
import type { Database } from '../database/connection.ts'
import { findDevice } from '../devices/devices.ts'
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts'
import { inSteps } from '../idempotency/idempotent.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Turn } from '../throttle/turns.ts'
import { findTransaction } from '../transactions/transactions.ts'
import type { askedOnce } from './asked-once.ts'
import {
  findCardPayment,
  keepState,
  lookAfter,
  type PendingCardPayment,
  prepare,
  preparedCharge,
} from './card-payments.ts'
import { withPatience } from './patience.ts'

type CardForm = z.output<typeof payments.card.body>
type Outcome = Answer<z.output<typeof payments.card.reply>>

/**
 * Pays for a cycle by card, at the terms that the customer saw. The intention is kept before the card
 * processor is asked, and what that says is kept after: whatever ends the server in between, the
 * repetition of the call, or the reconciler, goes on from there.
 * @throws Refusal
 */
export async function payByCard(
  server: Server,
  caller: Caller,
  { idempotencyKey, inTurn }: { idempotencyKey: IdempotencyKey | undefined; inTurn: Turn },
  form: CardForm,
  language: Language,
): Promise<Outcome> {
  return inSteps(
    server.database,
    idempotencyKey,
    inTurn,
    (transaction) => begin(server, transaction, caller, form, language),
    async (id) => {
      const payment = await findCardPayment(server.database, { id })
      const state =
        payment.status === 'pending'
          ? await withPatience(server, charge(server, payment, form))
          : undefined
      const outcome = await outcomeOf(server, caller, id, state)
      if (outcome.payment.status === 'failed') throw new Refusal('card_declined')
      return outcome
    },
  )
}

export type LookOnce = ReturnType<typeof askedOnce<ChargeState | undefined>>

/**
 * How a card payment of the caller stands. One that is pending is looked up at the card processor
 * first, once for all who ask for it.
 * @throws Refusal transaction_not_found when the caller has no such payment
 */
export async function cardStatus(
  server: Server,
  lookOnce: LookOnce,
  caller: Caller,
  id: string,
): Promise<Outcome> {
  const payment = await findCardPayment(server.database, { id, payer_id: caller.id })
  const state =
    payment.status === 'pending'
      ? await withPatience(
          server,
          lookOnce(id, () => lookAfter(server, payment)),
        )
      : undefined
  return outcomeOf(server, caller, id, state)
}

async function begin(
  { cardProcessor: { minimum, settings } }: Server,
  transaction: Database,
  caller: Caller,
  form: CardForm,
  language: Language,
) {
  const device = await findDevice(transaction, caller, form.device_id)
  if (device.status !== 'active') throw new Refusal('device_not_active')
  const price = toCents(device.price)
  if (price !== toCents(form.amount) || device.duration_minutes !== form.duration) {
    throw new Refusal('terms_changed', { price, minutes: device.duration_minutes })
  }
  if (settings.processor === 'off') throw new Refusal('cards_off')
  if (price < minimum) throw new Refusal('card_amount_too_small', { minimum })
  return transaction
    .insertInto('card_payments')
    .values({
      device_id: device.id,
      payer_id: caller.id,
      device_number: device.device_number,
      amount: toDollars(price),
      duration_minutes: device.duration_minutes,
      customer_name: form.customer_name,
      customer_email: form.customer_email,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Asks the card, unless it has been asked before. undefined: the payment has gone on meanwhile. */
async function charge(
  server: Server,
  payment: PendingCardPayment,
  { payment_method_id: paymentMethodId }: CardForm,
): Promise<ChargeState | undefined> {
  const { database, cardProcessor } = server
  const { id } = payment
  const asked = { id, amount: toCents(payment.amount), paymentMethodId }
  const known = preparedCharge(payment)
  const before = known && (await lookAfter(server, payment))
  if (known && before?.status !== 'prepared') return before
  const prepared = known ?? (await prepare(database, cardProcessor, asked))
  if (!prepared) return undefined
  const state = await cardProcessor.confirm({ ...asked, ...prepared })
  await keepState(server, id, state)
  return state
}

async function outcomeOf(
  { database }: Server,
  caller: Caller,
  id: string,
  state?: ChargeState,
): Promise<Outcome> {
  const { status } = await findCardPayment(database, { id })
  const isPaid = status === 'completed' || status === 'refunded'
  const secret = state?.status === 'pending' ? state.clientSecret : undefined
  const payment: CardPayment = { id, status, client_secret: secret ?? null }
  return { transaction: isPaid ? await findTransaction(database, caller, id) : null, payment }
}
