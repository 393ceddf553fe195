import type { Cents } from '@coinless/contract/money.ts'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StripeServer } from '../../../test/servers/stripe-server.ts'
import type { CardProcessor } from './card-processor.ts'
import { sandboxProcessor } from './sandbox-processor.ts'
import { stripeProcessor } from './stripe-processor.ts'

const stripe = new StripeServer()
beforeAll(() => stripe.start())
afterEach(() => stripe.heal())
afterAll(() => stripe.stop())

const processors: [string, () => CardProcessor][] = [
  ['the sandbox', () => sandboxProcessor()],
  ['Stripe', () => stripeProcessor(stripe.settings(), 'here')],
]
let made = 0

async function hold(processor: CardProcessor, isHold = true) {
  const charge = {
    id: `card payment ${made++}`,
    amount: 250 as Cents,
    paymentMethodId: sandboxPaymentMethods.approved,
    isHold,
  }
  const reference = await processor.prepare(charge)
  const prepared = { ...charge, reference, account: null }
  return { charge: prepared, state: await processor.confirm(prepared) }
}

describe.each(processors)('a card that %s holds', (_name, make) => {
  test('is taken by nothing but its capture, which may be repeated', async () => {
    const processor = make()
    const { charge, state } = await hold(processor)
    expect([state, await processor.settle(charge)]).toEqual(Array(2).fill({ status: 'held' }))
    expect([await processor.capture(charge), await processor.capture(charge)]).toEqual(
      Array(2).fill({ status: 'completed' }),
    )
  })

  test('is let go by its void, which may be repeated', async () => {
    const processor = make()
    const { charge } = await hold(processor)
    expect([await processor.cancel(charge), await processor.cancel(charge)]).toEqual(
      Array(2).fill({ status: 'failed' }),
    )
  })

  test('is taken at once where it was not asked to be held', async () => {
    const { state } = await hold(make(), false)
    expect(state).toEqual({ status: 'completed' })
  })
})

describe('Stripe', () => {
  const processor = () => stripeProcessor(stripe.settings(), 'here')
  const intent = (reference: string) => stripe.intents.get(reference)?.status

  test.each(['lost before', 'lost after', '500'] as const)(
    'captures once when the answer is %s',
    async (fault) => {
      const { charge } = await hold(processor())
      stripe.fail(/capture$/, fault)
      await expect(processor().capture(charge)).rejects.toThrow(/cannot be reached/)
      stripe.heal()
      expect(await processor().capture(charge)).toEqual({ status: 'completed' })
      expect(stripe.intents.get(charge.reference)?.amount_received).toBe(250)
    },
  )

  test.each(['lost before', 'lost after'] as const)(
    'voids when the answer is %s',
    async (fault) => {
      const { charge } = await hold(processor())
      stripe.fail(/cancel$/, fault)
      await expect(processor().cancel(charge)).rejects.toThrow(/cannot be reached/)
      stripe.heal()
      expect(await processor().cancel(charge)).toEqual({ status: 'failed' })
      expect(intent(charge.reference)).toBe('canceled')
    },
  )

  test('says of a capture after a void, and of a void after a capture, what is so', async () => {
    const [voided, captured] = [await hold(processor()), await hold(processor())]
    await processor().cancel(voided.charge)
    await processor().capture(captured.charge)
    expect(await processor().capture(voided.charge)).toEqual({ status: 'failed' })
    expect(await processor().cancel(captured.charge)).toEqual({ status: 'completed' })
  })

  test('voids what a card refuses to give', async () => {
    const { charge } = await hold(processor())
    stripe.refusesCapture = true
    expect(await processor().capture(charge)).toEqual({ status: 'failed' })
    stripe.refusesCapture = false
    expect(intent(charge.reference)).toBe('canceled')
  })
})
