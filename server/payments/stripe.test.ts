import { randomUUID } from 'node:crypto'
import { type CardPayment, payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findFaults } from '../ledger/check.ts'
import { testApp } from '../test/app.ts'
import { makeDevice, makeLandlord, makeUser, type TestUser, termsOf } from '../test/make.ts'
import { StripeServer } from '../test/stripe-server.ts'
import { reconcile } from './reconcile.ts'
import { stripeProcessor } from './stripe-processor.ts'

const stripe = new StripeServer()
beforeAll(() => stripe.start())
afterEach(() => stripe.heal())
const server = testApp({}, () => stripeProcessor(stripe.settings()))
afterAll(() => stripe.stop())

interface Payer {
  as: TestUser
  owner: TestUser
  terms: ReturnType<typeof termsOf>
}

async function makePayer(): Promise<Payer> {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  return { as: await makeUser(server), owner, terms: termsOf(device) }
}

interface Answer {
  status: number
  code?: string
  payment?: CardPayment
  transaction?: { id: string } | null
}

async function pay(
  { as, terms }: Payer,
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

/** What we recorded, and what Stripe took, of everything that somebody paid. */
async function recorded({ as }: Payer) {
  const { data } = await server.call(transactions.list, { as })
  const payments = await server.database
    .selectFrom('card_payments')
    .select(['id', 'status'])
    .where('payer_id', '=', as.id)
    .execute()
  const taken = payments.flatMap(({ id }) => {
    const intents = [...stripe.intents.values()]
    return intents.filter(
      ({ metadata, status }) => metadata.card_payment_id === id && status === 'succeeded',
    )
  })
  return { transactions: data.length, taken: taken.length, states: payments.map((p) => p.status) }
}

const once = { transactions: 1, taken: 1, states: ['completed'] }
const never = { transactions: 0, taken: 0, states: ['failed'] }

/** As if so many minutes had passed since whatever is pending was begun. */
async function reconcileAfter(minutes: number) {
  await server.asOwner(`set session_replication_role = replica;
    update card_payments set created_at = created_at - interval '${minutes} minutes'
      where status = 'pending';
    update refunds set created_at = created_at - interval '${minutes} minutes'
      where status = 'pending'`)
  return reconcile(server.parts)
}

async function sendNotice(notice: { payload: string; signature: string }) {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/payments/card/notices',
    headers: { 'content-type': 'application/json', 'stripe-signature': notice.signature },
    payload: notice.payload,
  })
  return statusCode
}

describe('a card that Stripe', () => {
  test.each(['pm_card_visa', 'ctoken_visa'])('approves (%s) is charged once', async (method) => {
    const payer = await makePayer()
    const { status, payment } = await pay(payer, method)
    expect([status, payment?.status]).toEqual([201, 'completed'])
    expect(await recorded(payer)).toEqual(once)
    expect(stripe.intentOf(payment?.id ?? '')?.amount).toBe(250)
  })

  test.each(['pm_card_chargeDeclined', 'pm_unknown'])(
    'does not approve (%s) is not charged, and never can be',
    async (method) => {
      const payer = await makePayer()
      const { status, code } = await pay(payer, method)
      expect([status, code]).toEqual([422, 'card_declined'])
      expect(await recorded(payer)).toEqual(never)
      expect([...stripe.intents.values()].at(-1)?.status).toBe('canceled')
    },
  )

  test('is not asked for less than Stripe takes', async () => {
    const payer = await makePayer()
    const { id } = await makeDevice(server, payer.owner, { price: 0.49 })
    const cheap = { ...payer, terms: { ...payer.terms, device_id: id, amount: 0.49 } }
    const before = stripe.calls.length
    expect(await pay(cheap)).toMatchObject({ status: 422, code: 'card_amount_too_small' })
    expect(stripe.calls).toHaveLength(before)
  })
})

describe('3-D Secure', () => {
  test('gives the customer what to confirm with, and records what came of it', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const intent = stripe.intentOf(payment?.id ?? '')
    expect(payment).toMatchObject({ status: 'pending', client_secret: intent?.client_secret })
    stripe.finish(intent?.id ?? '', 'succeeded')
    const params = { id: payment?.id ?? '' }
    const asked = await server.call(payments.cardStatus, { as: payer.as, params })
    expect(asked.payment.status).toBe('completed')
    expect(await recorded(payer)).toEqual(once)
  })

  test('that fails, or that nobody answers, takes nothing and is given up at Stripe', async () => {
    const [failed, left] = [await makePayer(), await makePayer()]
    const { payment } = await pay(failed, 'pm_card_threeDSecure2Required')
    stripe.finish(stripe.intentOf(payment?.id ?? '')?.id ?? '', 'declined')
    const params = { id: payment?.id ?? '' }
    const asked = await server.call(payments.cardStatus, { as: failed.as, params })
    expect(asked.payment.status).toBe('failed')
    await pay(left, 'pm_card_threeDSecure2Required')
    await reconcileAfter(2)
    expect((await recorded(left)).states).toEqual(['pending'])
    await reconcileAfter(15)
    expect(await recorded(left)).toEqual(never)
    expect(await recorded(failed)).toEqual(never)
  })
})

describe('a crash or a lost answer ends in paid and recorded, or in neither', () => {
  const create = /POST .*payment_intents$/
  const confirm = /confirm$/

  test.each([
    ['making the charge is lost on its way', create, 'lost before', never],
    ['making the charge is lost on its way back', create, 'lost after', never],
    ['making the charge is a fault of Stripe', create, '500', never],
    ['asking the card is lost on its way', confirm, 'lost before', never],
    ['asking the card is lost on its way back', confirm, 'lost after', once],
    ['asking the card is a fault of Stripe', confirm, '500', never],
  ] as const)('%s', async (_what, path, fault, end) => {
    const payer = await makePayer()
    stripe.fail(path, fault)
    const answer = await pay(payer)
    expect([answer.status, answer.code]).toEqual([503, 'card_processor_lost'])
    stripe.heal()
    expect(await reconcileAfter(20)).toEqual([])
    expect(await recorded(payer)).toEqual(end)
  })

  test.each([
    ['making the charge', create, 'lost before'],
    ['making the charge', create, 'lost after'],
    ['asking the card', confirm, 'lost before'],
    ['asking the card', confirm, 'lost after'],
  ] as const)('%s is lost, and the customer tries again with the same key', async (_w, path, fault) => {
    const payer = await makePayer()
    stripe.fail(path, fault)
    expect((await pay(payer, 'pm_card_visa', 'one')).status).toBe(503)
    stripe.heal()
    expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 201 })
    expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 201 })
    expect(await recorded(payer)).toEqual(once)
  })

  test('a network that hiccups is not even noticed', async () => {
    const payer = await makePayer()
    stripe.fail(/payment_intents/, 'lost after', 1)
    expect((await pay(payer)).status).toBe(201)
    expect(await recorded(payer)).toEqual(once)
  })

  test('ten at once with the same key, on two servers, charge once', async () => {
    const payer = await makePayer()
    const replica = await server.replica()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        pay(payer, 'pm_card_visa', 'one', n % 2 ? replica : server.app),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await recorded(payer)).toEqual(once)
    await replica.close()
  })

  test('a payment that was given up meanwhile is not asked of the card', async () => {
    const payer = await makePayer()
    stripe.fail(create, 'lost before')
    await pay(payer, 'pm_card_visa', 'one')
    stripe.heal()
    await reconcileAfter(20)
    expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ code: 'card_declined' })
    expect(await recorded(payer)).toEqual(never)
  })
})

describe('a notice of Stripe', () => {
  test('completes a payment once, however often and in whatever order notices come', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    expect(payment?.status).toBe('pending')
    const intent = stripe.intentOf(payment?.id ?? '')
    if (!intent) throw new Error('There is no charge.')
    const early = stripe.notice({ ...intent, status: 'succeeded' })
    expect(await sendNotice(early)).toBe(204)
    expect((await recorded(payer)).transactions).toBe(0)
    stripe.finish(intent.id, 'succeeded')
    const late = stripe.notice({ ...intent, status: 'processing' })
    expect(await Promise.all([late, early, late, early].map(sendNotice))).toEqual(
      Array(4).fill(204),
    )
    expect(await recorded(payer)).toEqual(once)
  })

  test('that Stripe did not sign, or that was changed, is refused and does nothing', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    const intent = stripe.intentOf(payment?.id ?? '')
    if (!intent) throw new Error('There is no charge.')
    stripe.finish(intent.id, 'succeeded')
    const { payload, signature } = stripe.notice(intent)
    const other = { payload: payload.replace('evt_', 'evt-'), signature }
    for (const notice of [{ payload, signature: '' }, { payload, signature: 't=1,v1=0' }, other]) {
      expect(await sendNotice(notice)).toBe(422)
    }
    expect((await recorded(payer)).transactions).toBe(0)
  })

  test('about what is not ours does nothing', async () => {
    const foreign = {
      id: 'pi_of_somebody_else',
      object: 'payment_intent' as const,
      amount: 100,
      capture_method: 'automatic',
      client_secret: 'secret',
      status: 'succeeded',
      metadata: {},
      last_payment_error: null,
    }
    expect(await sendNotice(stripe.notice(foreign))).toBe(204)
  })
})

describe('a refund to a card', () => {
  async function refund(payer: Payer, id: string, amount: number, key: string = randomUUID()) {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/transactions/${id}/refunds`,
      headers: { authorization: `Bearer ${payer.owner.token}`, 'idempotency-key': key },
      payload: { amount, reason: 'The door was stuck' },
    })
    return { status: answer.statusCode, ...answer.json() }
  }

  async function stateOf(id: string) {
    const { status } = await server.database
      .selectFrom('card_payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return status
  }

  function refundedBy(id: string) {
    const { id: intentId } = stripe.intentOf(id) ?? {}
    return stripe.refunds
      .filter(({ payment_intent }) => payment_intent === intentId)
      .map(({ amount }) => amount)
  }

  test('goes through Stripe, part by part, until nothing is left', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer)
    const id = payment?.id ?? ''
    expect(await refund(payer, id, 1)).toMatchObject({ status: 'completed', amount: 1 })
    expect(await stateOf(id)).toBe('completed')
    expect(await refund(payer, id, 1.51)).toMatchObject({ code: 'refund_too_much' })
    expect(await refund(payer, id, 1.5)).toMatchObject({ status: 'completed' })
    expect(await stateOf(id)).toBe('refunded')
    expect(refundedBy(id)).toEqual([100, 150])
  })

  test.each(['lost before', 'lost after', '500'] as const)(
    'whose call is %s is made once, by whoever tries again',
    async (fault) => {
      const payer = await makePayer()
      const id = (await pay(payer)).payment?.id ?? ''
      stripe.fail(/POST .*refunds/, fault)
      expect(await refund(payer, id, 1, 'one')).toMatchObject({ code: 'card_processor_lost' })
      stripe.heal()
      const again = await refund(payer, id, 1, 'one')
      await reconcileAfter(2)
      const isKept = fault === '500'
      expect(again.code).toBe(isKept ? 'card_processor_lost' : undefined)
      expect(refundedBy(id)).toEqual(isKept ? [] : [100])
    },
  )

  test('that Stripe takes time for is pending until a notice', async () => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.refundStatus = 'pending'
    expect(await refund(payer, id, 2.5)).toMatchObject({ status: 'pending' })
    stripe.refundStatus = 'succeeded'
    expect(await stateOf(id)).toBe('completed')
    const { id: intentId } = stripe.intentOf(id) ?? {}
    const known = stripe.refunds.find(({ payment_intent }) => payment_intent === intentId)
    if (!known) throw new Error('There is no refund.')
    known.status = 'succeeded'
    const notice = stripe.notice(known)
    expect([await sendNotice(notice), await sendNotice(notice)]).toEqual([204, 204])
    const { data } = await server.call(refunds.list, { as: payer.owner, params: { id } })
    expect(data).toMatchObject([{ status: 'completed', amount: 2.5 }])
    expect(await stateOf(id)).toBe('refunded')
  })
})

test('the ledger adds up after all of it', async () => {
  expect(await findFaults(server.database)).toEqual([])
})
