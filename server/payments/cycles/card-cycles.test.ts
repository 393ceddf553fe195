import type { Device } from '@coinless/contract/devices.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cardLaundry, charged, held, letGo } from '../../../test/support/card-laundry.ts'
import { makeMachine, passTime } from '../../../test/support/machine.ts'
import { never, once, stripeWorld } from '../../../test/support/stripe-world.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { lookAfterCycles } from './look-after.ts'

const world = stripeWorld()
const { server, stripe, makePayer, pay, recorded, reconcileAfter, sendWebhook } = world
const { makeRoom, cycleOf, expectState, later, expectAddsUp, standing, expectStanding, askedAs } =
  cardLaundry(world)

afterEach(expectAddsUp)

describe('a card at a device without a link', () => {
  test('is charged at once, and its cycle runs by the clock from then on', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer)
    expect(payment).toMatchObject({ status: 'completed', cycle_id: payment?.id })
    const cycle = { state: 'running', is_measured: false, money: 'taken' }
    const id = payment?.id ?? ''
    expect(await cycleOf(id)).toMatchObject({ ...cycle, card_payment_id: id, transaction_id: id })
    await passTime(server, id, 30 * 60)
    await lookAfterCycles(server.parts)
    await expectState(id, 'finished', 'time_over')
  })

  test('that needs its bank makes its cycle when it is completed, also when nobody asks', async () => {
    const payer = await makePayer()
    const { payment } = await pay(payer, 'pm_card_processing')
    expect(payment?.cycle_id).toBeNull()
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    await reconcileAfter(2)
    expect(await recorded(payer)).toEqual(once)
    await expectState(id, 'running')
  })
})

describe('a device that was linked after a card payment had begun', () => {
  test('takes nothing: its machine was asked nothing, and would not be started', async () => {
    const payer = await makePayer()
    stripe.fail(/payment_intents$/, 'lost before')
    expect((await pay(payer, 'pm_card_visa', 'linked')).status).toBe(503)
    stripe.heal()
    const before = stripe.calls.length
    const machine = await makeMachine(server, payer.owner, { id: payer.terms.device_id } as Device)
    const { status, code } = await pay(payer, 'pm_card_visa', 'linked')
    expect([status, code]).toEqual([422, 'device_in_use'])
    expect([machine.starts, stripe.calls.slice(before)]).toEqual([[], []])
    expect(await recorded(payer)).toEqual(never)
  })
})

describe('a card at a machine', () => {
  test('is held until the machine has started, and then charged and recorded once', async () => {
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
    expect(await recorded(payer)).toEqual(once)
  })

  test.each(['busy', 'door', 'expired', 'fault'] as const)(
    'that answers %s is charged nothing, and its hold is let go',
    async (answer) => {
      const { machine, payer, payByCard } = await makeRoom()
      const id = await payByCard()
      await machine.answer(answer)
      await expectStanding(id, letGo)
      await expectState(id, 'not_started', answer)
      expect(await recorded(payer)).toEqual(never)
    },
  )

  test('that stays silent is let go after six questions', async () => {
    const { machine, payByCard } = await makeRoom()
    const id = await payByCard()
    machine.state = null
    await later(id, 10)
    for (let question = 2; question <= 6; question++) await later(id, 5)
    expect(await standing(id)).toEqual(held)
    await later(id, 5)
    await expectState(id, 'not_started', 'silent')
    await expectStanding(id, letGo)
  })

  test.each([
    ['device_in_use', { running: true }],
    ['device_fault', { fault: true }],
    ['device_silent', null],
  ])('is refused as %s before the card is asked', async (refusal, state) => {
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
    // The first answer to a key is its answer.
    expect(await pay(payer, 'pm_card_visa', 'one')).toMatchObject({ status: 422, code: refusal })
    expect([machine.starts, stripe.calls.slice(before)]).toEqual([[], []])
    expect(await recorded(payer)).toEqual(never)
  })

  test('is refused while a cycle is open or the machine is out of order, without asking it', async () => {
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

  test('of many at the same moment one gets it; the others are charged nothing', async () => {
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

  test('of many that are held at the same moment one starts it; the others are let go and told why', async () => {
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

  test('that another payment takes while the bank asks is let go, and its payer told so', async () => {
    const { machine, payer, payByCard } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    expect(payment).toMatchObject({ status: 'pending', cycle_id: null })
    await payByCard()
    machine.state = { running: true }
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    const asked = await askedAs(payer.as, id)
    expect(asked.payment).toMatchObject({ status: 'failed', refusal: 'device_in_use' })
    expect(await standing(id)).toEqual(letGo)
    await expect.poll(() => machine.starts).toHaveLength(1)
  })

  test('starts after 3-D Secure when the payer’s page asks, however many ask at once', async () => {
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

  test('is started by nobody but its payer: neither a webhook nor the reconciler does, which lets it go in the end', async () => {
    const { machine, payer } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    expect(await sendWebhook(stripe.webhook(stripe.intentOf(id)))).toBe(204)
    await reconcileAfter(2)
    expect([machine.starts, await standing(id)]).toEqual([[], held])
    await reconcileAfter(15)
    expect([machine.starts, await standing(id)]).toEqual([[], letGo])
  })

  test('is started once by a call that is repeated with its key', async () => {
    const { machine, payer } = await makeRoom()
    const answers = await Promise.all([1, 2, 3].map(() => pay(payer, 'pm_card_visa', 'one')))
    expect(new Set(answers.map(({ payment }) => payment?.id)).size).toBe(1)
    await expect.poll(() => machine.starts).toHaveLength(1)
    await machine.answer('accepted')
    await expectStanding(answers[0]?.payment?.id ?? '', charged)
    expect(await recorded(payer)).toEqual(once)
  })

  test('whose link goes away at the moment of its start is let go, and its payer may pay anew', async () => {
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
    expect([machine.starts, await standing(id)]).toEqual([[], letGo])
  })

  test.each(['removed', 'changed'])(
    'whose link is %s while the bank asks is let go, starts nothing, and its payer is told so',
    async (what) => {
      const { landlord, device, machine, payer } = await makeRoom()
      const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
      const id = payment?.id ?? ''
      await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
      const other = what === 'changed' ? await makeMachine(server, landlord, device) : machine
      stripe.finish(stripe.intentOf(id).id, 'succeeded')
      const { payment: after } = await askedAs(payer.as, id)
      expect(after).toMatchObject({ status: 'failed', refusal: 'device_changed', cycle_id: null })
      expect([machine.starts, other.starts, await standing(id)]).toEqual([[], [], letGo])
      expect(await recorded(payer)).toEqual(never)
    },
  )
})
