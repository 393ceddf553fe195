import { deviceLinks } from '@coinless/contract/device-links.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { afterEach, expect, test } from 'vitest'
import { cardLaundry, held, releasedStanding } from '../../../test/support/card-laundry.ts'
import { makeController, password } from '../../../test/support/make.ts'
import { callsUntilGivenUp, installation, stripeWorld } from '../../../test/support/stripe-world.ts'
import { stripeProcessor } from '../../platform/card-processors/stripe-processor.ts'
import { paymentPurpose } from './payment-charge.ts'
import { advanceCharge, findCharge, settleCharge } from './settle-charge.ts'

const world = stripeWorld()
const { server, stripe, makePayer, pay, reconcileAfter } = world
const room = cardLaundry(world)

afterEach(room.expectAddsUp)

test('stores the end of a hold only after the decision of its cycle, as a loss if it ran', async () => {
  const { machine, payByCard } = await room.makeRoom()
  const id = await payByCard()
  stripe.intentOf(id).status = 'canceled'
  const state = { status: 'failed' } as const
  const answer = { kind: 'answered', state, by: 'payer', hasCard: false } as const
  await advanceCharge(server.parts, paymentPurpose, id, answer)
  expect(await room.standing(id)).toEqual({ ...held, intent: 'canceled' })
  stripe.fail(/payment_intents/, 'lost before')
  await machine.answer('accepted')
  await expect.poll(async () => (await room.cycleOf(id)).money).toBe('taken')
  await expect.poll(() => stripe.failed).toBe(callsUntilGivenUp)
  stripe.heal()
  await reconcileAfter(1)
  expect(await room.standing(id)).toEqual(releasedStanding)
  expect(await room.lossesOf(id)).toEqual([{ amount: '2.50', why: 'capture_failed' }])
})

test('does not refuse a prepared charge because of a link added since', async () => {
  const payer = await makePayer()
  const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
  const id = payment?.id ?? ''
  const row = await findCharge(server.database, paymentPurpose, id)
  const { id: controller_id } = await makeController(server, payer.owner)
  await server.call(deviceLinks.create, {
    as: payer.owner,
    params: { id: row.device_id },
    body: { controller_id, channel: 1, switching: 'relay' },
  })
  const stale = { ...row, processor: null, processor_account: null, processor_reference: null }
  const question = { by: 'payer', paymentMethodId: 'pm_card_threeDSecure2Required' } as const
  await settleCharge(server.parts, paymentPurpose, stale, question)
  const { refusal, status } = await findCharge(server.database, paymentPurpose, id)
  expect([refusal, status]).toEqual([null, 'pending'])
})

test('gives up what never reached Stripe while Stripe rejects the key, so that the payer can close the account', async () => {
  const payer = await makePayer()
  stripe.fail(/payment_intents$/, '401')
  expect((await pay(payer)).status).toBe(503)
  stripe.fail(/account/, '401')
  const cardProcessor = stripeProcessor(stripe.settings(), installation)
  const failures = await reconcileAfter(20, { ...server.parts, cardProcessor })
  expect(failures).toEqual([expect.objectContaining({ refusal: 'card_processor_lost' })])
  stripe.heal()
  await server.call(ownAccount.close, { as: payer.as, body: { current_password: password } })
})

test('reports a device as changed when its charge or refund is settled, not while it is pending', async () => {
  const payer = await makePayer()
  const heard: (string | null)[] = []
  const end = server.parts.changes.listen(({ id }) => void heard.push(id))
  const heardOnce = async () => {
    await reconcileAfter(2)
    return heard.splice(0).filter((id) => id === payer.terms.device_id)
  }
  const id = (await pay(payer, 'pm_card_processing')).payment?.id ?? ''
  expect(await heardOnce()).toEqual([])
  stripe.finish(stripe.intentOf(id).id, 'succeeded')
  expect(await heardOnce()).toEqual([payer.terms.device_id])
  stripe.refundStatus = 'pending'
  const body = { amount: 2.5, reason: 'The door was stuck' }
  await server.call(refunds.create, { as: payer.owner, params: { id }, body })
  stripe.refundStatus = 'succeeded'
  heard.length = 0
  expect(await heardOnce()).toEqual([])
  for (const known of stripe.refunds) known.status = 'succeeded'
  expect(await heardOnce()).toEqual([payer.terms.device_id])
  end()
})
