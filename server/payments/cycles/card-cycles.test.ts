import type { Device } from '@coinless/contract/devices.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cardLaundry, charged, held, releasedStanding } from '../../../test/support/card-laundry.ts'
import { makeMachine, passTime } from '../../../test/support/machine.ts'
import { chargedOnce, notCharged, stripeWorld } from '../../../test/support/stripe-world.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { checkDueCycles } from './check-due.ts'

const world = stripeWorld()
const { server, stripe, makePayer, pay, recorded, reconcileAfter, sendWebhook } = world
const { makeRoom, cycleOf, expectState, later, expectAddsUp, standing, expectStanding, askedAs } =
  cardLaundry(world)

afterEach(expectAddsUp)

describe('a card payment at a device without a link', () => {
  test('is charged at once, and its cycle runs by the clock from then on', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer)
    expect(payment).toMatchObject({ status: 'completed', cycle_id: payment?.id })
    const cycle = { state: 'running', is_measured: false, money: 'taken' }
    const id = payment?.id ?? ''
    expect(await cycleOf(id)).toMatchObject({ ...cycle, card_payment_id: id, transaction_id: id })
    await passTime(server, id, 30 * 60)
    await checkDueCycles(server.parts)
    await expectState(id, 'finished', 'time_over')
  })

  test('creates its cycle when the bank completes it, even if nobody asks', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    expect(payment?.cycle_id).toBeNull()
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    await reconcileAfter(2)
    expect(await recorded(payer)).toEqual(chargedOnce)
    await expectState(id, 'running')
  })
})

describe('a device linked after a card payment began', () => {
  test('charges nothing, because its machine was not asked and would not start', async () => {
    const payer = await makePayer()
    stripe.fail(/payment_intents$/, 'lost before')
    expect((await pay(payer, 'pm_card_visa', 'linked')).status).toBe(503)
    stripe.heal()
    const before = stripe.calls.length
    const machine = await makeMachine(server, payer.owner, { id: payer.terms.device_id } as Device)
    const { status, code } = await pay(payer, 'pm_card_visa', 'linked')
    expect([status, code]).toEqual([422, 'device_in_use'])
    expect([machine.starts, stripe.calls.slice(before)]).toEqual([[], []])
    expect(await recorded(payer)).toEqual(notCharged)
  })
})

describe('a card payment at a machine', () => {
  test('is held until the machine has started, then charged and recorded once', async () => {
    const { device, machine, payer, payByCard } = await makeRoom()
    const id = await payByCard()
    await expect
      .poll(() => machine.starts)
      .toMatchObject([{ seconds: device.duration_minutes * 60 }])
    expect(await standing(id)).toEqual(held)
    expect(await cycleOf(id)).toMatchObject({ money: 'held', card_payment_id: id })
    await machine.answer('accepted')
    await expectStanding(id, charged)
    await expectState(id, 'running')
    expect(await recorded(payer)).toEqual(chargedOnce)
  })

  test.each(['busy', 'door', 'expired', 'fault'] as const)(
    'charges nothing and releases the hold when the machine answers %s',
    async (answer) => {
      const { machine, payer, payByCard } = await makeRoom()
      const id = await payByCard()
      await machine.answer(answer)
      await expectStanding(id, releasedStanding)
      await expectState(id, 'not_started', answer)
      expect(await recorded(payer)).toEqual(notCharged)
    },
  )

  test('releases the hold after six unanswered questions', async () => {
    const { machine, payByCard } = await makeRoom()
    const id = await payByCard()
    machine.state = null
    await later(id, 10)
    for (let question = 2; question <= 6; question++) await later(id, 5)
    expect(await standing(id)).toEqual(held)
    await later(id, 5)
    await expectState(id, 'not_started', 'silent')
    await expectStanding(id, releasedStanding)
  })

  test.each([
    ['device_in_use', { running: true }],
    ['device_fault', { fault: true }],
    ['device_silent', null],
  ])('is refused as %s without a call to the processor', async (refusal, state) => {
    const { machine, payer } = await makeRoom()
    machine.state = state
    const before = stripe.calls.length
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    })
    try {
      expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 422, code: refusal })
    } finally {
      vi.useRealTimers()
    }
    machine.state = {}
    // A retry with the same key returns the first answer.
    expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 422, code: refusal })
    expect([machine.starts, stripe.calls.slice(before)]).toEqual([[], []])
    expect(await recorded(payer)).toEqual(notCharged)
  })

  test('is refused, without asking, while a cycle is open or the machine is out of order', async () => {
    const { machine, payer, payByCard } = await makeRoom()
    await payByCard()
    const told = machine.told.length
    expect((await pay(payer)).code).toBe('device_in_use')
    await machine.answer('busy')
    await expect.poll(async () => (await pay(payer)).code).not.toBe('device_in_use')
    await machine.answer('busy')
    await server.asOwner(
      `update device_links set out_of_order_at = now() where id = '${machine.linkId}'`,
    )
    const isDone = async () => (await pay(payer)).code
    await expect.poll(isDone).toBe('device_out_of_order')
    await expect.poll(() => machine.starts).toHaveLength(2)
    expect(machine.told.length).toBeGreaterThan(told)
  })

  test('wins the machine for one of several concurrent calls, and the others charge nothing', async () => {
    const { machine, payer } = await makeRoom()
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(payer)))
    const paid = answers.filter(({ status }) => status === 201)
    expect(paid).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'device_in_use')).toHaveLength(7)
    await expect.poll(() => machine.starts).toHaveLength(1)
    await machine.answer('accepted')
    await expectStanding(paid[0]?.payment?.id ?? '', charged)
    const { states, taken } = await recorded(payer)
    expect([taken, states.filter((state) => state !== 'failed')]).toEqual([1, ['completed']])
  })

  test('starts the machine for one of several holds, and releases the others with a reason', async () => {
    const { machine, payer } = await makeRoom()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => pay(payer, 'pm_card_threeDSecure2Required')),
    )
    const ids = answers.map(({ payment }) => payment?.id ?? '')
    for (const id of ids) stripe.finish(stripe.intentOf(id).id, 'succeeded')
    const asked = await Promise.all(ids.map((id) => askedAs(payer.as, id)))
    const refusals = asked.map(({ payment }) => payment.refusal)
    expect(refusals.toSorted()).toEqual([...Array(4).fill('device_in_use'), null])
    const intents = await Promise.all(ids.map(async (id) => (await standing(id)).intent))
    expect(intents.toSorted()).toEqual([...Array(4).fill('canceled'), 'requires_capture'])
    await expect.poll(() => machine.starts).toHaveLength(1)
  })

  test('is released with a reason if another payment takes the machine during 3-D Secure', async () => {
    const { machine, payer, payByCard } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    expect(payment).toMatchObject({ status: 'pending', cycle_id: null })
    await payByCard()
    machine.state = { running: true }
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    const asked = await askedAs(payer.as, id)
    expect(asked.payment).toMatchObject({ status: 'failed', refusal: 'device_in_use' })
    expect(await standing(id)).toEqual(releasedStanding)
    await expect.poll(() => machine.starts).toHaveLength(1)
  })

  test('starts the machine once after 3-D Secure, however many calls of the payer’s page ask', async () => {
    const { machine, payer } = await makeRoom()
    const other = await server.anotherServer()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    const elsewhere = other.app.inject({
      url: `/api/payments/card/${id}`,
      headers: { authorization: `Bearer ${payer.as.token}` },
    })
    await Promise.all([askedAs(payer.as, id), elsewhere, askedAs(payer.as, id)])
    expect((await askedAs(payer.as, id)).payment).toMatchObject({ status: 'pending', cycle_id: id })
    await expect.poll(() => machine.starts).toHaveLength(1)
    await machine.answer('accepted')
    await expectStanding(id, charged)
    await other.app.close()
  })

  test('is started only by its payer; the webhook does not, and the reconciler releases it', async () => {
    const { machine, payer } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    expect(await sendWebhook(stripe.webhook(stripe.intentOf(id)))).toBe(204)
    await reconcileAfter(2)
    expect([machine.starts, await standing(id)]).toEqual([[], held])
    await reconcileAfter(15)
    expect([machine.starts, await standing(id)]).toEqual([[], releasedStanding])
  })

  test('starts the machine once for concurrent calls with one key', async () => {
    const { machine, payer } = await makeRoom()
    const answers = await Promise.all([1, 2, 3].map(() => pay(payer, 'pm_card_visa', 'one')))
    expect(new Set(answers.map(({ payment }) => payment?.id)).size).toBe(1)
    await expect.poll(() => machine.starts).toHaveLength(1)
    await machine.answer('accepted')
    await expectStanding(answers[0]?.payment?.id ?? '', charged)
    expect(await recorded(payer)).toEqual(chargedOnce)
  })

  test('is released if its link is removed during the start, and its payer can pay again', async () => {
    const { machine, payer } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    const { asked } = await server.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('device_links').where('id', '=', machine.linkId).execute()
      const asked = askedAs(payer.as, id)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      return { asked }
    })
    expect((await asked).payment).toMatchObject({ status: 'failed', refusal: 'device_changed' })
    expect([machine.starts, await standing(id)]).toEqual([[], releasedStanding])
  })

  test.each(['removed', 'changed'])(
    'is released with a reason and starts nothing if its link is %s during 3-D Secure',
    async (what) => {
      const { landlord, device, machine, payer } = await makeRoom()
      const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
      const id = payment?.id ?? ''
      await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
      const other = what === 'changed' ? await makeMachine(server, landlord, device) : machine
      stripe.finish(stripe.intentOf(id).id, 'succeeded')
      const { payment: after } = await askedAs(payer.as, id)
      expect(after).toMatchObject({ status: 'failed', refusal: 'device_changed', cycle_id: null })
      expect([machine.starts, other.starts, await standing(id)]).toEqual([[], [], releasedStanding])
      expect(await recorded(payer)).toEqual(notCharged)
    },
  )
})
