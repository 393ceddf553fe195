import { randomUUID } from 'node:crypto'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { OneTopUp } from '@coinless/contract/top-ups.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { reconcile } from '../../server/payments/cards/reconcile.ts'
import { stripeProcessor } from '../../server/platform/card-processors/stripe-processor.ts'
import { StripeServer } from '../servers/stripe-server.ts'
import { testApp } from './app.ts'
import { allowTopUps, makeCode, makeLandlord, makeUser, type TestUser } from './make.ts'

export interface ToppingUp {
  as: TestUser
  owner: TestUser
  code: PrepaidCode
}

interface Facts {
  amount?: number
  method?: string
  key?: string
}

type Answer = OneTopUp & { httpStatus: number; code?: string }

/** A server with top-ups through a Stripe with faults chosen by the tests. */
export function topUpWorld() {
  const stripe = new StripeServer()
  beforeAll(() => stripe.start())
  const server = testApp({ publicUrl: 'https://coinless.example.com' }, () =>
    stripeProcessor(stripe.settings(), 'the installation of the tests'),
  )
  afterEach(() => stripe.heal())
  afterAll(() => stripe.stop())

  /** The holder of a code with 10 dollars, which allows up to 100 by card. */
  async function makeHolder(): Promise<ToppingUp> {
    const owner = await makeLandlord(server, { email_verified: true })
    await allowTopUps(server, owner)
    const as = await makeUser(server, { email_verified: true })
    return { as, owner, code: await makeCode(server, owner, { customer_email: as.email }) }
  }

  async function post({ token }: TestUser, url: string, key: string, payload: object) {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    const answer = await server.app.inject({ method: 'POST', url, headers, payload })
    return { httpStatus: answer.statusCode, ...answer.json() }
  }

  function topUp({ as, code }: ToppingUp, facts: Facts = {}): Promise<Answer> {
    const { amount = 5, method = 'pm_card_visa', key = randomUUID() } = facts
    const url = `/api/prepaid-codes/${code.id}/card-top-up`
    return post(as, url, key, { amount, payment_method_id: method })
  }

  function refund(as: TestUser, id: string, amount: number, key: string = randomUUID()) {
    return post(as, `/api/top-ups/${id}/refunds`, key, { amount, reason: 'Moved out' })
  }

  /** Dollars on the code; cents that Stripe charged and refunded for it. */
  async function standing({ code: { id } }: Pick<ToppingUp, 'code'>) {
    const { remaining_balance } = await server.database
      .selectFrom('prepaid_codes')
      .select('remaining_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const topUps = await server.database
      .selectFrom('top_ups')
      .select('id')
      .where('prepaid_code_id', '=', id)
      .orderBy('created_at')
      .execute()
    const intents = topUps.flatMap((each) => stripe.intentsOf(each.id))
    const taken = intents.filter(({ status }) => status === 'succeeded')
    const back = stripe.refunds.filter(
      ({ payment_intent, status }) =>
        status === 'succeeded' && taken.some((intent) => intent.id === payment_intent),
    )
    return {
      balance: Number(remaining_balance),
      taken: taken.map(({ amount }) => amount),
      back: back.map(({ amount }) => amount),
    }
  }

  /** Reconciles as if this many minutes had passed since pending top-ups began. */
  async function reconcileAfter(minutes: number) {
    const earlier = `created_at = created_at - interval '${minutes} minutes',
      next_attempt_at = next_attempt_at - interval '${minutes} minutes' where status = 'pending'`
    await server.asOwner(`set session_replication_role = replica;
      update top_ups set ${earlier}; update top_up_refunds set ${earlier}`)
    return reconcile(server.parts)
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

  return { server, stripe, makeHolder, topUp, refund, standing, reconcileAfter, sendWebhook }
}
