import { cycles } from '@coinless/contract/cycles.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { cardLaundry, charged, releasedStanding } from '../../../test/support/card-laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeDevice, makeLandlord, termsOf } from '../../../test/support/make.ts'
import { notCharged, stripeWorld } from '../../../test/support/stripe-world.ts'
import { reconcile } from '../cards/reconcile.ts'
import { checkDueCycles } from './check-due.ts'

const world = stripeWorld()
const { server, stripe, pay, recorded, reconcileAfter } = world
const { makeRoom, cycleOf, expectState, expectAddsUp, standing, expectStanding, lossesOf } =
  cardLaundry(world)

afterEach(async () => {
  stripe.refusesCapture = false
  await expectAddsUp()
})

describe('a card that cannot be charged', () => {
  test('lets the machine run on, and books one loss that is reported to its owner', async () => {
    const { machine, landlord, payer, payByCard } = await makeRoom()
    await server.asOwner(`update users set email_verified = true where id = '${landlord.id}'`)
    const id = await payByCard()
    stripe.refusesCapture = true
    await machine.answer('accepted')
    await expectStanding(id, releasedStanding)
    await expectState(id, 'running')
    await reconcileAfter(20)
    expect(await lossesOf(id)).toEqual([{ amount: '2.50', why: 'capture_failed' }])
    expect(await cycleOf(id)).toMatchObject({ money: 'released', is_loss: true })
    expect(machine.told.some(({ type }) => type === 'off')).toBe(false)
    expect(await recorded(payer)).toEqual(notCharged)
    const mails = (await server.mails()).filter(({ to }) => to === landlord.email)
    expect(mails).toMatchObject([{ subject: expect.stringContaining('card refused') }])
  })

  test('also books a loss if its hold has ended', async () => {
    const { machine, payByCard } = await makeRoom()
    const id = await payByCard()
    stripe.intentOf(id).status = 'canceled'
    await machine.answer('accepted')
    await expectStanding(id, releasedStanding)
    expect(await lossesOf(id)).toHaveLength(1)
  })
})

const cutShort = (start: string, minutes: number) => ({
  boot_id: 'b2',
  entry: {
    start,
    result: 'accepted' as const,
    switched: true,
    ran_seconds: minutes * 60,
    watts: null,
    busy: null,
  },
})

describe('an interrupted run', () => {
  async function refundsOf(id: string) {
    return server.database
      .selectFrom('refunds')
      .select(['amount', 'reason', 'status', 'actor_id'])
      .where('transaction_id', '=', id)
      .execute()
  }
  const back = [{ amount: '0.84', reason: 'power_cut', status: 'completed', actor_id: null }]

  test('refunds the minutes that did not run to the card', async () => {
    const { machine, payByCard } = await makeRoom()
    const id = await payByCard()
    await machine.answer('accepted')
    await expectStanding(id, charged)
    await passTime(server, id, 25 * 60)
    machine.state = cutShort(machine.starts[0]?.id ?? '', 20)
    await checkDueCycles(server.parts)
    await expectState(id, 'interrupted', 'power_cut')
    expect(await reconcile(server.parts)).toEqual([])
    expect(await refundsOf(id)).toEqual(back)
    expect(
      stripe.refunds.filter((one) => one.payment_intent === stripe.intentOf(id).id),
    ).toMatchObject([{ amount: 84 }])
  })

  test('before the charge: charges the card and refunds the same part at once', async () => {
    const { machine, payer, payByCard } = await makeRoom()
    const id = await payByCard()
    stripe.fail(/capture$/, 'lost before')
    await machine.answer('accepted')
    await expectState(id, 'running')
    await passTime(server, id, 25 * 60)
    machine.state = cutShort(machine.starts[0]?.id ?? '', 20)
    await checkDueCycles(server.parts)
    await expectState(id, 'interrupted', 'power_cut')
    expect((await standing(id)).isRecorded).toBe(false)
    const shown = await server.call(cycles.get, { as: payer.as, params: { id } })
    expect(shown).toMatchObject({ given_back: 0.84, is_back_pending: true })
    stripe.heal()
    await reconcileAfter(1)
    expect(await standing(id)).toEqual(charged)
    await reconcileAfter(0)
    expect(await refundsOf(id)).toEqual(back)
  })

  test('before a charge that fails: books the amount due as a loss', async () => {
    const { machine, payByCard } = await makeRoom()
    const id = await payByCard()
    stripe.fail(/capture$/, 'lost before')
    await machine.answer('accepted')
    await expectState(id, 'running')
    await passTime(server, id, 25 * 60)
    machine.state = cutShort(machine.starts[0]?.id ?? '', 20)
    await checkDueCycles(server.parts)
    await expectState(id, 'interrupted', 'power_cut')
    stripe.heal()
    stripe.refusesCapture = true
    await reconcileAfter(1)
    expect(await lossesOf(id)).toEqual([{ amount: '1.66', why: 'capture_failed' }])
    expect(await refundsOf(id)).toEqual([])
  })
})

describe('a refund by a person', () => {
  const refund = (id: string, amount: number) => ({
    params: { id },
    body: { amount, reason: 'Stuck' },
  })

  test('finds no payment while the machine starts, because nothing is charged yet', async () => {
    const { landlord, machine, payByCard } = await makeRoom()
    const id = await payByCard()
    const refused = await server.refused(refunds.create, { as: landlord, ...refund(id, 1) })
    expect(refused.body.code).toBe('transaction_not_found')
    await machine.answer('accepted')
    await expectStanding(id, charged)
    await server.call(refunds.create, { as: landlord, ...refund(id, 2.5) })
    await expectState(id, 'interrupted', 'refunded')
    expect(machine.told.some(({ type }) => type === 'off')).toBe(true)
    expect((await standing(id)).status).toBe('refunded')
  })
})

describe('an automatic refund that the processor refuses', () => {
  test('is reported once to the owner of the device, who can refund it again', async () => {
    const landlord = await makeLandlord(server, { email_verified: true })
    const device = await makeDevice(server, landlord)
    const { payment } = await pay({
      as: landlord,
      owner: landlord,
      terms: termsOf(device),
    })
    const id = payment?.id ?? ''
    await server.asOwner(`
      insert into refunds (transaction_id, amount, reason, processor, processor_account)
        select id, 1, 'power_cut', processor, processor_account from card_payments where id = '${id}';
      update cycles set given_back = 1 where id = '${id}'`)
    stripe.refundStatus = 'failed'
    await reconcileAfter(0)
    await reconcileAfter(20)
    stripe.refundStatus = 'succeeded'
    const told = (await server.mails()).filter(
      ({ to, subject }) => to === landlord.email && subject.includes('owed'),
    )
    expect(told).toMatchObject([{ subject: '$1.00 is owed to a customer of W-1' }])
    const body = { amount: 2.5, reason: 'As the processor refused it' }
    await server.call(refunds.create, { as: landlord, params: { id }, body })
  })
})
