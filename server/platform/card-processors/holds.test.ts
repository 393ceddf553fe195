import type { MinorUnits } from '@coinless/contract/money.ts'
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
    amount: 250 as MinorUnits,
    paymentMethodId: sandboxPaymentMethods.approved,
    isHold,
  }
  const reference = await processor.prepare(charge)
  const prepared = { ...charge, reference, account: null }
  return { charge: prepared, state: await processor.confirm(prepared) }
}

describe.each(processors)('a card hold by %s', (_name, make) => {
  test('is charged only by a capture, which is idempotent', async () => {
    const processor = make()
    const { charge, state } = await hold(processor)
    expect([state, await processor.settle(charge)]).toEqual(Array(2).fill({ status: 'held' }))
    expect([await processor.capture(charge), await processor.capture(charge)]).toEqual(
      Array(2).fill({ status: 'completed' }),
    )
  })

  test('is released by a void, which is idempotent', async () => {
    const processor = make()
    const { charge } = await hold(processor)
    expect([await processor.cancel(charge), await processor.cancel(charge)]).toEqual(
      Array(2).fill({ status: 'failed' }),
    )
  })

  test('is charged at once without a hold', async () => {
    const { state } = await hold(make(), false)
    expect(state).toEqual({ status: 'completed' })
  })
})

describe('Stripe', () => {
  const processor = () => stripeProcessor(stripe.settings(), 'here')
  const intent = (reference: string) => stripe.intents.get(reference)?.status

  test.each(['lost before', 'lost after', '500'] as const)(
    'captures once if the answer is %s',
    async (fault) => {
      const { charge } = await hold(processor())
      stripe.fail(/capture$/, fault)
      await expect(processor().capture(charge)).rejects.toThrow(/cannot be reached/)
      stripe.heal()
      expect(await processor().capture(charge)).toEqual({ status: 'completed' })
      expect(stripe.intents.get(charge.reference)?.amount_received).toBe(250)
    },
  )

  test.each(['lost before', 'lost after'] as const)('voids if the answer is %s', async (fault) => {
    const { charge } = await hold(processor())
    stripe.fail(/cancel$/, fault)
    await expect(processor().cancel(charge)).rejects.toThrow(/cannot be reached/)
    stripe.heal()
    expect(await processor().cancel(charge)).toEqual({ status: 'failed' })
    expect(intent(charge.reference)).toBe('canceled')
  })

  test('returns the actual state for a capture after a void and a void after a capture', async () => {
    const [voided, captured] = [await hold(processor()), await hold(processor())]
    await processor().cancel(voided.charge)
    await processor().capture(captured.charge)
    expect(await processor().capture(voided.charge)).toEqual({ status: 'failed' })
    expect(await processor().cancel(captured.charge)).toEqual({ status: 'completed' })
  })

  test('voids the hold if the capture is refused', async () => {
    const { charge } = await hold(processor())
    stripe.refusesCapture = true
    expect(await processor().capture(charge)).toEqual({ status: 'failed' })
    stripe.refusesCapture = false
    expect(intent(charge.reference)).toBe('canceled')
  })
})
