import { randomUUID } from 'node:crypto'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { describe, expect, test } from 'vitest'
import { makeAdmin } from '../../../test/support/make.ts'
import { type PayingUser, stripeWorld } from '../../../test/support/stripe-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

const { server, stripe, makePayer, pay, reconcileAfter, sendWebhook } = stripeWorld()

describe('a refund to a card', () => {
  async function refund(payer: PayingUser, id: string, amount: number, key: string = randomUUID()) {
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
    const { id: intentId } = stripe.intentOf(id)
    return stripe.refunds
      .filter(({ payment_intent }) => payment_intent === intentId)
      .map(({ amount }) => amount)
  }

  test('goes through Stripe in parts until nothing is left', async () => {
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
    'is made once by the next retry if its call is %s',
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

  test('does not fail if its answer is lost and then no refund is found', async () => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.fail(/POST .*refunds/, 'lost after')
    await refund(payer, id, 2.5)
    stripe.fail(/refunds/, '404')
    const lost = expect.objectContaining({ refusal: 'card_processor_lost' })
    expect(await reconcileAfter(2)).toContainEqual(lost)
    const { data } = await server.call(refunds.list, { as: payer.owner, params: { id } })
    expect(data).toMatchObject([{ status: 'pending' }])
    stripe.heal()
    await reconcileAfter(2)
    expect(await stateOf(id)).toBe('refunded')
    expect(refundedBy(id)).toEqual([250])
  })

  test.each([
    ['amount', { amount: 249 }],
    ['currency', { currency: 'eur' }],
    ['charge', { payment_intent: 'pi_another' }],
  ])('is unmatched if Stripe returns another %s than requested', async (what, odd) => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.refundStatus = 'pending'
    await refund(payer, id, 2.5)
    stripe.refundStatus = 'succeeded'
    const known = stripe.refunds.at(-1)
    if (!known) throw new Error('No refund found.')
    Object.assign(known, { status: 'succeeded', amount: 250, ...odd })
    stripe.findsAllRefunds = true
    await reconcileAfter(2)
    stripe.findsAllRefunds = false
    const { data } = await server.call(refunds.list, { as: payer.owner, params: { id } })
    expect(data).toMatchObject([{ status: 'unmatched' }])
    expect(await stateOf(id)).toBe('completed')
    const as = await makeAdmin(server)
    const { data: unsettled } = await server.call(payments.unsettledCards, { as })
    expect(unsettled[0]).toMatchObject({
      kind: 'refund',
      reason: 'unmatched',
      difference: expect.stringContaining(what),
    })
    expect(server.secrets.log()).toMatch(
      new RegExp(`"id":"${unsettled[0]?.id}","difference":"[^"]*${what}.*refund unmatched`),
    )
  })

  test('moves nothing if Stripe fails, and can be tried again', async () => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.refundStatus = 'failed'
    expect(await refund(payer, id, 2.5)).toMatchObject({ status: 'failed' })
    stripe.refundStatus = 'succeeded'
    expect(await stateOf(id)).toBe('completed')
    expect(await refund(payer, id, 2.5)).toMatchObject({ status: 'completed' })
    expect(await stateOf(id)).toBe('refunded')
  })

  test('is settled by the reconciler if Stripe is slow and no webhook comes', async () => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.refundStatus = 'pending'
    await refund(payer, id, 2.5)
    stripe.refundStatus = 'succeeded'
    await reconcileAfter(2)
    expect(await stateOf(id)).toBe('completed')
    for (const known of stripe.refunds) known.status = 'succeeded'
    stripe.fail(/GET .*refunds/, 'lost before')
    const lost = expect.objectContaining({ refusal: 'card_processor_lost' })
    expect(await reconcileAfter(2)).toContainEqual(lost)
    stripe.heal()
    await reconcileAfter(2)
    expect(await stateOf(id)).toBe('refunded')
  })

  test('is pending until a webhook if Stripe is slow', async () => {
    const payer = await makePayer()
    const id = (await pay(payer)).payment?.id ?? ''
    stripe.refundStatus = 'pending'
    expect(await refund(payer, id, 2.5)).toMatchObject({ status: 'pending' })
    stripe.refundStatus = 'succeeded'
    expect(await stateOf(id)).toBe('completed')
    const { id: intentId } = stripe.intentOf(id)
    const known = stripe.refunds.find(({ payment_intent }) => payment_intent === intentId)
    if (!known) throw new Error('No refund found.')
    known.status = 'succeeded'
    const event = stripe.webhook(known)
    expect([await sendWebhook(event), await sendWebhook(event)]).toEqual([204, 204])
    const { data } = await server.call(refunds.list, { as: payer.owner, params: { id } })
    expect(data).toMatchObject([{ status: 'completed', amount: 2.5 }])
    expect(await stateOf(id)).toBe('refunded')
  })
})

test('leaves a ledger that adds up', async () => {
  expect(await findInconsistencies(server.database)).toEqual([])
})
