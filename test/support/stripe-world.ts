import { randomUUID } from 'node:crypto'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { reconcile } from '../../server/payments/cards/reconcile.ts'
import {
  networkRetries,
  stripeProcessor,
} from '../../server/platform/card-processors/stripe-processor.ts'
import type { StripeSettings } from '../../server/platform/config/config.ts'
import { StripeServer } from '../servers/stripe-server.ts'
import { testApp } from './app.ts'
import { makeDevice, makeLandlord, makeUser, type TestUser, termsOf } from './make.ts'

export interface PayingUser {
  as: TestUser
  owner: TestUser
  terms: ReturnType<typeof termsOf>
}

interface Answer {
  status: number
  code?: string
  payment?: CardPayment
}

export const installation = 'the installation of the tests'

/** Final records of a payment that was charged once. */
export const chargedOnce = { transactions: 1, taken: 1, states: ['completed'] }
export const notCharged = { transactions: 0, taken: 0, states: ['failed'] }

/** Lost calls after which the server stops trying. Until then a retry can run beside what a test does. */
export const callsUntilGivenUp = 1 + networkRetries

/** A server that charges cards through a Stripe with faults chosen by the tests. */
export function stripeWorld(
  capture: StripeSettings['capture'] = 'automatic',
  answerTimeoutMs?: number,
) {
  const stripe = new StripeServer()
  beforeAll(() => stripe.start())
  const server = testApp({}, () =>
    stripeProcessor(stripe.settings(capture), installation, answerTimeoutMs),
  )
  afterEach(() => stripe.heal())
  afterAll(() => stripe.stop())

  async function makePayer(): Promise<PayingUser> {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    return { as: await makeUser(server), owner, terms: termsOf(device) }
  }

  async function pay(
    { as, terms }: PayingUser,
    method = 'pm_card_visa',
    key: string = randomUUID(),
    app = server.app,
  ): Promise<Answer> {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/payments/card',
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
      payload: {
        ...terms,
        customer_name: 'Carla',
        customer_email: 'carla@example.com',
        payment_method_id: method,
      },
    })
    return { status: answer.statusCode, ...answer.json() }
  }

  /** Our records of all payments of a user, and Stripe's charges for them. */
  async function recorded({ as }: PayingUser) {
    const { data } = await server.call(transactions.list, { as })
    const payments = await server.database
      .selectFrom('card_payments')
      .select(['id', 'status'])
      .where('payer_id', '=', as.id)
      .execute()
    const taken = payments.flatMap(({ id }) =>
      stripe.intentsOf(id).filter(({ status }) => status === 'succeeded'),
    )
    return { transactions: data.length, taken: taken.length, states: payments.map((p) => p.status) }
  }

  /** Reconciles as if this many minutes had passed since pending payments began. */
  async function reconcileAfter(minutes: number, parts = server.parts) {
    await server.asOwner(`set session_replication_role = replica;
      update card_payments set created_at = created_at - interval '${minutes} minutes',
        next_attempt_at = next_attempt_at - interval '${minutes} minutes' where status = 'pending';
      update refunds set created_at = created_at - interval '${minutes} minutes',
        next_attempt_at = next_attempt_at - interval '${minutes} minutes' where status = 'pending'`)
    return reconcile(parts)
  }

  async function sendWebhook({ payload, signature }: { payload: string; signature: string }) {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/payments/card/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    return statusCode
  }

  return { server, stripe, makePayer, pay, recorded, reconcileAfter, sendWebhook }
}
