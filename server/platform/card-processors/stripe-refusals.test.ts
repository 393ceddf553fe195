import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { describe, expect, test } from 'vitest'
import { chargedOnce, notCharged, stripeWorld } from '../../../test/support/stripe-world.ts'

describe('a refused call to Stripe', () => {
  const { server, stripe, makePayer, pay, recorded, reconcileAfter } = stripeWorld()

  test.each(['401', '403', '404'] as const)(
    'with %s does not decline the card: it logs the reason, and the customer can retry',
    async (fault) => {
      const payer = await makePayer()
      stripe.fail(/payment_intents/, fault)
      const first = await pay(payer, 'pm_card_visa', 'one')
      expect([first.status, first.code]).toEqual([503, 'card_processor_lost'])
      expect(server.secrets.log()).toContain(`Error ${fault}`)
      stripe.heal()
      expect((await pay(payer, 'pm_card_visa', 'one')).status).toBe(201)
      expect(await recorded(payer)).toEqual(chargedOnce)
    },
  )

  // id: stripe-refusals-1
  test.each(['401', '403', '404'] as const)('with %s leaves the payment pending', async (fault) => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    const params = { id: payment?.id ?? '' }
    stripe.fail(/payment_intents/, fault)
    const { body } = await server.refused(payments.cardStatus, { as: payer.as, params })
    expect(body.code).toBe('card_processor_lost')
    await reconcileAfter(20)
    expect((await recorded(payer)).states).toEqual(['pending'])
    stripe.heal()
    stripe.finish(stripe.intentOf(params.id).id, 'succeeded')
    await reconcileAfter(20)
    expect(await recorded(payer)).toEqual(chargedOnce)
  })

  test('for the account blocks payments until it succeeds', async () => {
    const payer = await makePayer()
    const replica = await server.replica()
    stripe.fail(/account/, '403')
    expect(await pay(payer, 'pm_card_visa', 'one', replica)).toMatchObject({
      status: 503,
      code: 'card_processor_lost',
    })
    stripe.heal()
    expect((await pay(payer, 'pm_card_visa', 'one', replica)).status).toBe(201)
    await replica.close()
  })
})

describe('Stripe without an answer', () => {
  const answerTimeoutMs = 300
  const { server, stripe, makePayer, pay, recorded, reconcileAfter } = stripeWorld(
    'automatic',
    answerTimeoutMs,
  )

  // id: stripe-refusals-2
  test.each([
    ['the charge is made', /POST .*payment_intents$/, notCharged],
    ['the card is asked', /confirm$/, chargedOnce],
  ])(
    'while %s leaves the payment pending and does not block the call',
    async (_when, path, end) => {
      const payer = await makePayer()
      stripe.fail(path, 'hangs')
      const { status, payment } = await pay(payer)
      expect([status, payment?.status]).toEqual([201, 'pending'])
      stripe.heal()
      await reconcileAfter(20)
      expect(await recorded(payer)).toEqual(end)
    },
  )

  test('is asked again later about a pending payment', async () => {
    const payer = await makePayer()
    stripe.fail(/confirm$/, 'hangs')
    const { payment } = await pay(payer)
    stripe.fail(/payment_intents/, 'hangs')
    const params = { id: payment?.id ?? '' }
    const asked = await server.call(payments.cardStatus, { as: payer.as, params })
    expect(asked.payment.status).toBe('pending')
    stripe.heal()
    await reconcileAfter(2)
    expect(await recorded(payer)).toEqual(chargedOnce)
  })

  test('leaves a refund pending, and refunds once', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer)
    stripe.fail(/POST .*refunds/, 'hangs')
    const params = { id: payment?.id ?? '' }
    const body = { amount: 1, reason: 'The door was stuck' }
    const made = await server.call(refunds.create, { as: payer.owner, params, body })
    expect(made.status).toBe('pending')
    stripe.heal()
    await reconcileAfter(2)
    const { data } = await server.call(refunds.list, { as: payer.owner, params })
    expect(data).toMatchObject([{ status: 'completed' }])
    expect(stripe.refunds).toHaveLength(1)
  })
})
