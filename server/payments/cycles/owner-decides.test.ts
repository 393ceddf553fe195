import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { reports } from '@coinless/contract/reports.ts'
import { afterEach, expect, test } from 'vitest'
import { cardLaundry } from '../../../test/support/card-laundry.ts'
import { makeCode, makeGuest, makeUser, type TestUser } from '../../../test/support/make.ts'
import { moneyOf } from '../../../test/support/money.ts'
import { stripeWorld } from '../../../test/support/stripe-world.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const world = stripeWorld()
const { server } = world
const { makeRoom, payAt, cycleOf, expectState, later, expectAddsUp, lossesOf } = cardLaundry(world)

afterEach(expectAddsUp)

async function makeCoinRoom() {
  const room = await makeRoom({ switching: 'pulses', evidence: 'busy' })
  const { device, machine, payer } = room
  const byCode = (as: TestUser, code: string) => () => payAt(as, device, code)
  const byCard = (as: TestUser) => async () => (await world.pay({ ...payer, as })).payment?.id ?? ''

  /** Pays, and lets the five minutes without a busy signal pass. */
  async function leaveIdle(pay: () => Promise<string>) {
    const told = machine.starts.length
    const id = await pay()
    await expect.poll(() => machine.starts.length).toBe(told + 1)
    await machine.answer('accepted')
    await expectState(id, 'running')
    const start = machine.starts.at(-1)?.id ?? ''
    const journal = { switched: true, ran_seconds: null, watts: null, busy: null }
    const entry = { start, result: 'accepted', ...journal } as const
    machine.state = { running: null, busy: false, entry }
    await later(id, 60)
    await expect.poll(async () => (await cycleOf(id)).idle_since).not.toBeNull()
    await later(id, 300)
    await expect.poll(async () => (await cycleOf(id)).ended_at).not.toBeNull()
    await machine.quiet()
    return id
  }
  /** Leaves the machine idle, and starts it by hand after the refund. */
  async function runForNothing(pay: () => Promise<string>) {
    const id = await leaveIdle(pay)
    await expectState(id, 'not_started', 'no_power')
    machine.state = { ...machine.state, busy: true }
    await machine.say()
    await expect.poll(() => lossesOf(id)).toHaveLength(1)
    machine.state = { running: null, busy: false }
    await machine.quiet()
    return id
  }
  return { ...room, byCode, byCard, leaveIdle, runForNothing }
}

async function onlyCase(landlord: TestUser) {
  const { data } = await server.call(reports.listCases, { as: landlord })
  expect(data).toHaveLength(1)
  return server.call(reports.getCase, { as: landlord, params: { id: data[0]?.id ?? '' } })
}

test('asks the owner before the next refund to a payer whose machine ran after one', async () => {
  const { landlord, tenant, device, code, ...room } = await makeCoinRoom()
  const pay = room.byCode(tenant, code.code)
  await server.asOwner(`update users set email_verified = true
    where id in ('${tenant.id}', '${landlord.id}')`)
  await room.runForNothing(pay)
  const id = await room.leaveIdle(pay)
  await expectState(id, 'finished', 'undecided')
  expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
  const shown = await server.call(cycles.get, { as: tenant, params: { id } })
  expect(shown).toMatchObject({ reason: 'undecided', given_back: 0 })
  const { data: own } = await server.call(reports.list, { as: tenant })
  expect(own).toMatchObject([{ payment_id: id, is_automatic: true, done_at: null }])

  const { reports: said } = await onlyCase(landlord)
  expect(said).toMatchObject([{ is_automatic: true, payment: { transaction_id: id, amount: 2.5 } }])
  const { cases } = await server.call(dashboard.attention, { as: landlord })
  expect(cases).toMatchObject([{ kind: 'did_not_start', report_count: 1 }])
  await deliverNotifications(server.database, server.parts.config)
  const mails = (await server.mails()).map(({ to, subject }) => `${to}: ${subject}`)
  expect(mails).toContain(
    `${tenant.email}: ${device.device_number}: the operator decides about your $2.50`,
  )
  expect(mails).toContain(`${landlord.email}: Refund decision needed: ${device.device_number}`)

  const body = { amount: 2.5, reason: 'It did not run' }
  await server.call(refunds.create, { as: landlord, params: { id }, body })
  expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
})

test('asks the owner for a card payment, too', async () => {
  const { landlord, tenant, byCard, leaveIdle, runForNothing } = await makeCoinRoom()
  const pay = byCard(tenant)
  await runForNothing(pay)
  const id = await leaveIdle(pay)
  await expectState(id, 'finished', 'undecided')
  expect(await cycleOf(id)).toMatchObject({ money: 'taken', given_back: '0.00' })
  expect((await onlyCase(landlord)).reports).toHaveLength(1)
})

test('continues to refund other payers, and the same payer at other machines', async () => {
  const { landlord, tenant, code, ...room } = await makeCoinRoom()
  await room.runForNothing(room.byCode(tenant, code.code))
  const another = await makeCode(server, landlord)
  const id = await room.leaveIdle(room.byCode(await makeUser(server), another.code))
  await expectState(id, 'not_started', 'no_power')
  const elsewhere = await makeCoinRoom()
  const there = await elsewhere.leaveIdle(elsewhere.byCode(tenant, elsewhere.code.code))
  await expectState(there, 'not_started', 'no_power')
})

test('recognizes guests by their code or the address of their card, and no other guest', async () => {
  const { landlord, code, ...room } = await makeCoinRoom()
  const asGuest = async (prepaidCode: string) => room.byCode(await makeGuest(server), prepaidCode)
  await room.runForNothing(await asGuest(code.code))
  await expectState(await room.leaveIdle(await asGuest(code.code)), 'finished', 'undecided')
  const another = await makeCode(server, landlord)
  await expectState(await room.leaveIdle(await asGuest(another.code)), 'not_started', 'no_power')
  await room.runForNothing(room.byCard(await makeGuest(server)))
  const byCard = room.byCard(await makeGuest(server))
  await expectState(await room.leaveIdle(byCard), 'finished', 'undecided')
})
