import { dashboard } from '@coinless/contract/dashboard.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeGuest, makeUser, type TestUser } from '../../../test/support/make.ts'
import { enqueueDeviceAlerts } from '../../notifications/alerts/enqueue.ts'

const server = testApp()
const { makeRoom, payAt, refusedAt, cycleOf, expectState, later } = laundry(server)

async function makeRoomByPower() {
  const room = await makeRoom({ evidence: 'power' })
  const { landlord, device, code, machine } = room

  async function payFor(tenant: TestUser) {
    const told = machine.starts.length
    const id = await payAt(tenant, device, code.code)
    await expect.poll(() => machine.starts.length).toBe(told + 1)
    await machine.answer('accepted')
    await expectState(id, 'running')
    return id
  }
  /** Pays without choosing a programme. */
  async function leaveUnused(tenant: TestUser) {
    const id = await payFor(tenant)
    const start = machine.starts.at(-1)?.id ?? ''
    machine.state = { running: true, start, watts: 1 }
    await later(id, 60)
    await expect.poll(async () => (await cycleOf(id)).idle_since).not.toBeNull()
    await later(id, 300)
    await expectState(id, 'not_started', 'no_power')
    machine.state = {}
    await machine.quiet()
  }
  async function link() {
    return server.call(deviceLinks.get, { as: landlord, params: { id: device.id } })
  }
  async function alerts() {
    await enqueueDeviceAlerts(server.database)
    const told = await server.call(dashboard.attention, { as: landlord })
    return told.alerts.map(({ kind }) => kind)
  }
  return { ...room, payFor, leaveUnused, link, alerts }
}

test('alerts the owner, but closes no machine, if one payer chooses no programme', async () => {
  const { tenant, payFor, leaveUnused, alerts, link, machine } = await makeRoomByPower()
  await leaveUnused(tenant)
  expect(await alerts()).toEqual([])
  await leaveUnused(tenant)
  await leaveUnused(tenant)
  expect(await alerts()).toEqual(['doubted'])
  expect(await link()).toMatchObject({ out_of_order_at: null, doubted_at: expect.any(String) })
  const id = await payFor(await makeUser(server))
  machine.state = { running: true, start: machine.starts.at(-1)?.id ?? '', watts: 200 }
  await later(id, 60)
  await expect.poll(async () => (await cycleOf(id)).has_worked).toBe(true)
  machine.state = {}
  await later(id, 60 * 60)
  await expectState(id, 'finished', 'time_over')
  await machine.quiet()
  expect(await alerts()).toEqual([])
})

test('alerts the owner, but closes no machine, if its guests could be one person', async () => {
  const { tenant, leaveUnused, alerts } = await makeRoomByPower()
  await leaveUnused(await makeGuest(server))
  await leaveUnused(tenant)
  await leaveUnused(await makeGuest(server))
  expect(await alerts()).toEqual(['doubted'])
})

test('closes a machine that takes no power for two payers', async () => {
  const { tenant, device, code, leaveUnused, alerts } = await makeRoomByPower()
  await leaveUnused(tenant)
  await leaveUnused(await makeUser(server))
  expect(await alerts()).toEqual(['out_of_order'])
  expect(await refusedAt(tenant, device, code.code)).toBe('device_out_of_order')
})
