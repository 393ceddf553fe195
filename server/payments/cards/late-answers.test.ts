import { deviceLinks } from '@coinless/contract/device-links.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { afterEach, expect, test } from 'vitest'
import { cardLaundry, held, releasedStanding } from '../../../test/support/card-laundry.ts'
import { makeController, password } from '../../../test/support/make.ts'
import { installation, stripeWorld } from '../../../test/support/stripe-world.ts'
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
  await expect.poll(() => stripe.calls.at(-1)).toContain(stripe.intentOf(id).id)
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
