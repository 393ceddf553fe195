import { payments } from '@coinless/contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { chargedOnce, stripeWorld } from '../../../test/support/stripe-world.ts'

const { server, stripe, makePayer, pay, recorded, sendWebhook } = stripeWorld()

describe('a webhook from Stripe', () => {
  // id: stripe-webhook-2
  test('completes a payment once, in any order and number of webhooks', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    expect(payment?.status).toBe('pending')
    const intent = stripe.intentOf(payment?.id ?? '')
    const early = stripe.webhook({ ...intent, status: 'succeeded' })
    expect(await sendWebhook(early)).toBe(204)
    expect((await recorded(payer)).transactions).toBe(0)
    stripe.finish(intent.id, 'succeeded')
    const late = stripe.webhook({ ...intent, status: 'processing' })
    expect(await Promise.all([late, early, late, early].map(sendWebhook))).toEqual(
      Array(4).fill(204),
    )
    expect(await recorded(payer)).toEqual(chargedOnce)
  })

  // id: stripe-webhook-1
  test('is refused without effect if its signature is missing or wrong', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    const intent = stripe.intentOf(payment?.id ?? '')
    stripe.finish(intent.id, 'succeeded')
    const { payload, signature } = stripe.webhook(intent)
    const other = { payload: payload.replace('evt_', 'evt-'), signature }
    const refusal = await server.refused(payments.cardWebhook, { body: payload })
    expect([refusal.status, refusal.body.code]).toEqual([422, 'card_webhook_refused'])
    for (const webhook of [{ payload, signature: '' }, { payload, signature: 't=1,v1=0' }, other]) {
      expect(await sendWebhook(webhook)).toBe(422)
    }
    expect((await recorded(payer)).transactions).toBe(0)
  })

  test('about an unknown payment has no effect', async () => {
    const foreign = {
      id: 'pi_of_somebody_else',
      object: 'payment_intent' as const,
      amount: 100,
      amount_received: 100,
      currency: 'usd',
      livemode: false,
      capture_method: 'automatic',
      client_secret: 'secret',
      status: 'succeeded',
      metadata: {},
      last_payment_error: null,
    }
    expect(await sendWebhook(stripe.webhook(foreign))).toBe(204)
  })

  test.each([
    ['no JSON', 'no JSON'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['no data', '{"type":"odd.event"}'],
    ['no object', '{"type":"odd.event","data":{}}'],
    ['a number for an id', '{"data":{"object":{"object":"payment_intent","id":1}}}'],
    ['an id with NUL', '{"data":{"object":{"object":"payment_intent","id":"pi_\\u0000"}}}'],
    ['half a character', '{"data":{"object":{"object":"payment_intent","id":"pi_\\ud800"}}}'],
    [
      'a refund with NUL',
      '{"data":{"object":{"object":"refund","id":"\\u0000"}},"type":"\\u0000"}',
    ],
    ['a refund of another account', '{"data":{"object":{"object":"refund","id":"re_1"}}}'],
    ['the second version of events', '{"object":"v2.core.event","type":"v2.odd","data":{}}'],
  ])('of an unknown shape (%s) is accepted and logged', async (_what, body) => {
    const before = server.secrets.log().length
    expect(await sendWebhook(stripe.signed(body))).toBe(204)
    expect(server.secrets.log().slice(before)).toContain(
      'card webhook does not belong to a known payment',
    )
  })
})
