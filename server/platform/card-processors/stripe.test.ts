import { payments } from '@coinless/contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { makeDevice } from '../../../test/support/make.ts'
import { chargedOnce, notCharged, stripeWorld } from '../../../test/support/stripe-world.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'

describe.each(['automatic', 'manual'] as const)('with %s capture', (capture) => {
  const { server, stripe, makePayer, pay, recorded, reconcileAfter } = stripeWorld(capture)

  describe('a card that Stripe', () => {
    test.each(['pm_card_visa', 'ctoken_visa'])('approves (%s) is charged once', async (method) => {
      const payer = await makePayer()
      const { status, payment } = await pay(payer, method)
      expect([status, payment?.status]).toEqual([201, 'completed'])
      expect(await recorded(payer)).toEqual(chargedOnce)
      expect(stripe.intentOf(payment?.id ?? '').amount).toBe(250)
    })

    test.each(['pm_card_chargeDeclined', 'pm_unknown'])(
      'declines (%s) is not charged, and its charge is canceled',
      async (method) => {
        const payer = await makePayer()
        const { status, code } = await pay(payer, method)
        expect([status, code]).toEqual([422, 'card_declined'])
        expect(await recorded(payer)).toEqual(notCharged)
        expect([...stripe.intents.values()].at(-1)?.status).toBe('canceled')
      },
    )

    test('is not charged below the minimum of Stripe', async () => {
      const payer = await makePayer()
      const { id } = await makeDevice(server, payer.owner, { price: 0.49 })
      const cheap = { ...payer, terms: { ...payer.terms, device_id: id, amount: 0.49 } }
      const before = stripe.calls.length
      expect(await pay(cheap)).toMatchObject({ status: 422, code: 'card_amount_too_small' })
      expect(stripe.calls).toHaveLength(before)
    })
  })

  describe('3-D Secure', () => {
    test('returns the client secret to the customer and records the result', async () => {
      const payer = await makePayer()
      const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
      const intent = stripe.intentOf(payment?.id ?? '')
      expect(payment).toMatchObject({ status: 'pending', client_secret: intent.client_secret })
      stripe.finish(intent.id, 'succeeded')
      const params = { id: payment?.id ?? '' }
      const asked = await server.call(payments.cardStatus, { as: payer.as, params })
      expect(asked.payment.status).toBe('completed')
      expect(await recorded(payer)).toEqual(chargedOnce)
    })

    test('charges nothing if it fails, and is canceled at Stripe if the customer does not answer', async () => {
      const [failed, left] = [await makePayer(), await makePayer()]
      const { payment } = await pay(failed, 'pm_card_threeDSecure2Required')
      stripe.finish(stripe.intentOf(payment?.id ?? '').id, 'declined')
      const params = { id: payment?.id ?? '' }
      const asked = await server.call(payments.cardStatus, { as: failed.as, params })
      expect(asked.payment.status).toBe('failed')
      await pay(left, 'pm_card_threeDSecure2Required')
      await reconcileAfter(2)
      expect((await recorded(left)).states).toEqual(['pending'])
      await reconcileAfter(15)
      expect(await recorded(left)).toEqual(notCharged)
      expect(await recorded(failed)).toEqual(notCharged)
    })
  })

  describe('after a crash or a lost answer a payment is charged and recorded, or neither', () => {
    const create = /POST .*payment_intents$/
    const confirm = /confirm$/
    // An approval is not a charge: the customer has left, so the approval is voided.
    const approvedEnd = capture === 'manual' ? notCharged : chargedOnce

    test.each([
      ['making the charge is lost on its way', create, 'lost before', notCharged],
      ['making the charge is lost on its way back', create, 'lost after', notCharged],
      ['making the charge is a fault of Stripe', create, '500', notCharged],
      ['asking the card is lost on its way', confirm, 'lost before', notCharged],
      ['asking the card is lost on its way back', confirm, 'lost after', approvedEnd],
      ['asking the card is a fault of Stripe', confirm, '500', notCharged],
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
    ] as const)(
      '%s is lost, and the customer retries with the same key',
      async (_w, path, fault) => {
        const payer = await makePayer()
        stripe.fail(path, fault)
        expect((await pay(payer, 'pm_card_visa', 'one')).status).toBe(503)
        stripe.heal()
        expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 201 })
        expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 201 })
        expect(await recorded(payer)).toEqual(chargedOnce)
      },
    )

    test('the reconciler captures an approved payment in time', async () => {
      const payer = await makePayer()
      stripe.fail(/confirm$|capture$/, 'lost after')
      expect((await pay(payer)).status).toBe(503)
      stripe.heal()
      expect(await reconcileAfter(2)).toEqual([])
      expect(await recorded(payer)).toEqual(chargedOnce)
    })

    test('one lost answer does not fail the payment', async () => {
      const payer = await makePayer()
      stripe.fail(/payment_intents/, 'lost after', 1)
      expect((await pay(payer)).status).toBe(201)
      expect(await recorded(payer)).toEqual(chargedOnce)
    })

    test('ten concurrent calls with the same key on two servers charge once', async () => {
      const payer = await makePayer()
      const replica = await server.replica()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          pay(payer, 'pm_card_visa', 'one', n % 2 ? replica : server.app),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(await recorded(payer)).toEqual(chargedOnce)
      await replica.close()
    })

    test('a payment that the reconciler canceled is not charged by a retry', async () => {
      const payer = await makePayer()
      stripe.fail(create, 'lost before')
      await pay(payer, 'pm_card_visa', 'one')
      stripe.heal()
      await reconcileAfter(20)
      expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ code: 'card_declined' })
      expect(await recorded(payer)).toEqual(notCharged)
    })
  })

  test('keeps the ledger balanced', async () => {
    expect(await findInconsistencies(server.database)).toEqual([])
  })
})
