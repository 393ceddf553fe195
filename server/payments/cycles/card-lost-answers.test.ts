import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { cardLaundry, charged, held, releasedStanding } from '../../../test/support/card-laundry.ts'
import {
  callsUntilGivenUp,
  chargedOnce,
  notCharged,
  stripeWorld,
} from '../../../test/support/stripe-world.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { paymentPurpose } from '../cards/payment-charge.ts'
import { reconcile } from '../cards/reconcile.ts'
import { advanceCharge } from '../cards/settle-charge.ts'
import { beginningCycle } from './begin.ts'

const world = stripeWorld()
const { server, stripe, pay, recorded, reconcileAfter } = world
const room = cardLaundry(world)
const { makeRoom, cycleOf, expectState, later, expectAddsUp } = room
const { askedAs, standing, expectStanding } = room

afterEach(expectAddsUp)

describe('a lost answer or a stopped server', () => {
  const confirm = /confirm$/
  const capture = /capture$/
  const cancel = /cancel$/

  test.each(['lost before', 'lost after'] as const)(
    'during the hold (%s): a retry continues and starts the machine once',
    async (fault) => {
      const { machine, payer } = await makeRoom()
      stripe.fail(confirm, fault)
      expect((await pay(payer, 'pm_card_visa', 'one')).status).toBe(503)
      stripe.heal()
      const { status, payment } = await pay(payer, 'pm_card_visa', 'one')
      expect([status, payment?.cycle_id]).toEqual([201, payment?.id])
      await expect.poll(() => machine.starts).toHaveLength(1)
    },
  )

  test('during the hold without a retry: nothing starts, and the hold is released', async () => {
    const { machine, payer } = await makeRoom()
    stripe.fail(confirm, 'lost after')
    await pay(payer)
    stripe.heal()
    await reconcileAfter(20)
    expect(await recorded(payer)).toEqual(notCharged)
    expect(machine.starts).toEqual([])
    expect([...stripe.intents.values()].at(-1)?.status).toBe('canceled')
  })

  test.each(['lost before', 'lost after', '401', '500'] as const)(
    'during the charge (%s): the reconciler settles it, charged and recorded once',
    async (fault) => {
      const { machine, payer, payByCard } = await makeRoom()
      const id = await payByCard()
      stripe.fail(capture, fault)
      await machine.answer('accepted')
      await expect.poll(() => stripe.failed).toBe(fault.startsWith('lost') ? callsUntilGivenUp : 1)
      expect((await standing(id)).status).toBe('pending')
      stripe.heal()
      expect(await reconcileAfter(1)).toEqual([])
      expect(await standing(id)).toEqual(charged)
      await reconcileAfter(1)
      expect(await recorded(payer)).toEqual(chargedOnce)
      await expectState(id, 'running')
    },
  )

  test.each(['lost before', 'lost after'] as const)(
    'during the release (%s): the reconciler releases the hold before its grace is over',
    async (fault) => {
      const { machine, payer, payByCard } = await makeRoom()
      const id = await payByCard()
      stripe.fail(cancel, fault)
      await machine.answer('door')
      await expect.poll(() => stripe.failed).toBe(callsUntilGivenUp)
      stripe.heal()
      await server.asOwner(`update card_payments set next_attempt_at = now() where id = '${id}'`)
      expect(await reconcile(server.parts)).toEqual([])
      expect(await standing(id)).toEqual(releasedStanding)
      expect(await recorded(payer)).toEqual(notCharged)
    },
  )

  test('before the hold: it is given up as declined, and nothing starts', async () => {
    const { machine, payer } = await makeRoom()
    stripe.fail(/payment_intents$/, 'lost before')
    expect((await pay(payer)).status).toBe(503)
    stripe.heal()
    await reconcileAfter(20)
    const { rows } = await sql`select status, refusal from card_payments
      where payer_id = ${payer.as.id}`.execute(server.database)
    expect([rows, machine.starts]).toEqual([[{ status: 'failed', refusal: 'card_declined' }], []])
  })

  test('during the release of a hold that starts nothing: the payer sees it pending until it is released', async () => {
    const { machine, payer } = await makeRoom()
    const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
    const id = payment?.id ?? ''
    await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
    stripe.finish(stripe.intentOf(id).id, 'succeeded')
    stripe.fail(cancel, 'lost before')
    expect((await askedAs(payer.as, id)).payment).toMatchObject({ status: 'pending' })
    stripe.heal()
    await reconcileAfter(1)
    expect([await standing(id), machine.starts]).toEqual([releasedStanding, []])
  })

  test('between commit and start: the machine is asked, never started, and the hold released', async () => {
    const { machine, payer } = await makeRoom()
    const dying = await server.anotherServer()
    dying.connections.send = () => {}
    const { payment } = await pay(payer, 'pm_card_visa', 'one', dying.app)
    await dying.app.close()
    const id = payment?.id ?? ''
    await later(id, 10)
    await expectState(id, 'not_started', 'did_not_run')
    await expectStanding(id, releasedStanding)
    expect(machine.starts).toEqual([])
  })

  test('between the commit of a decision and the processor: another server carries it out', async () => {
    for (const [answer, end] of [
      ['accepted', charged],
      ['fault', releasedStanding],
    ] as const) {
      const { machine, payByCard } = await makeRoom()
      const id = await payByCard()
      stripe.fail(/payment_intents/, 'lost before')
      await machine.answer(answer)
      await expect.poll(async () => (await cycleOf(id)).money).not.toBe('held')
      await expect.poll(() => stripe.failed).toBe(callsUntilGivenUp)
      expect(await standing(id)).toEqual(held)
      stripe.heal()
      await reconcileAfter(1)
      expect(await standing(id)).toEqual(end)
    }
  })
})

test('books a loss if a hold ends while a cycle that runs by the clock is created', async () => {
  const { machine, payer } = await makeRoom()
  const { payment } = await pay(payer, 'pm_card_threeDSecure2Required')
  const id = payment?.id ?? ''
  await server.asOwner(`delete from device_links where id = '${machine.linkId}'`)
  const state = { status: 'failed' } as const
  const event = { kind: 'answered', state, by: 'anyone', hasCard: false } as const
  const kept = await server.database.transaction().execute(async (transaction) => {
    await sql`select from card_payments where id = ${id} for no key update`.execute(transaction)
    const kept = advanceCharge(server.parts, paymentPurpose, id, event)
    await expect.poll(() => waitingForLocks(server)).toBe(1)
    await sql`
      with payment as (select id, device_id, duration_minutes from card_payments where id = ${id}),
      device as (select * from devices where id = (select device_id from payment)),
      link as (select * from device_links where false),
      ${beginningCycle('held')}
      select`.execute(transaction)
    return { kept }
  })
  await kept.kept
  expect(await room.lossesOf(id)).toEqual([{ amount: '2.50', why: 'capture_failed' }])
  await expectState(id, 'running')
  expect(await recorded(payer)).toEqual(notCharged)
})
