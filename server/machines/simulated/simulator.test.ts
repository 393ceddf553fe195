import { controllers } from '@coinless/contract/controllers.ts'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeMachine } from '../../../test/support/machine.ts'
import { makeCode, makeDevice, makeLandlord, makeUser } from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'
import type { Fault } from './simulated-channel.ts'
import { Simulator } from './simulator.ts'

const server = testApp()
const { payAt, refusedAt, expectState, later, expectAddsUp } = laundry(server)

async function makeSimulated(fault?: Fault) {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server)
  const device = await makeDevice(server, landlord, {
    duration_minutes: 2,
    minimum_duration_minutes: 1,
  })
  const code = await makeCode(server, landlord)
  const { controllerId } = await makeMachine(server, landlord, device)
  await server.asOwner(`update controllers set driver = 'simulated' where id = '${controllerId}'`)
  if (fault) {
    await server.database
      .insertInto('simulated_faults')
      .values({ controller_id: controllerId, channel: 1, fault })
      .execute()
  }
  const simulator = new Simulator(server.parts)
  await simulator.takeOver()
  const pay = () => payAt(tenant, device, code.code)
  const refused = () => refusedAt(tenant, device, code.code)
  return { code, controllerId, landlord, pay, refused, simulator }
}

/** Moves the clock of the simulated machine as well. */
async function bothLater(id: string, seconds: number, ...then: [state: string, reason: string]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    await later(id, seconds)
    await expectState(id, ...then)
  } finally {
    vi.useRealTimers()
  }
}

test('runs a simulated machine for the paid time, refuses payments until then, and finishes', async () => {
  const { code, pay, refused, simulator } = await makeSimulated()
  const id = await pay()
  await expectState(id, 'running')
  expect(await refused()).toBe('device_in_use')
  await bothLater(id, 126, 'finished', 'time_over')
  expect((await moneyOf(server, code.id))?.balance).toBe('7.50')
  await simulator.stop()
})

test('refunds in full when a machine refuses, and the unused time when it loses power', async () => {
  const { code, pay, simulator } = await makeSimulated('refuses')
  await expectState(await pay(), 'not_started', 'door')
  expect((await moneyOf(server, code.id))?.balance).toBe('10.00')
  await simulator.stop()
  const dying = await makeSimulated('dies')
  const id = await dying.pay()
  await expectState(id, 'running')
  await bothLater(id, 70, 'interrupted', 'power_cut')
  expect((await moneyOf(server, dying.code.id))?.balance).toBe('8.75')
  await dying.simulator.stop()
  await expectAddsUp()
})

test('takes no money for a silent machine', async () => {
  const { code, refused, simulator } = await makeSimulated('silent')
  expect(await refused()).toBe('device_silent')
  expect(await moneyOf(server, code.id)).toEqual(untouched)
  await simulator.stop()
})

test('reconnects a machine in the next round after its credential was replaced', async () => {
  const { controllerId: id, landlord, pay, simulator } = await makeSimulated()
  await server.call(controllers.replaceCredential, { as: landlord, params: { id } })
  await simulator.takeOver()
  await expectState(await pay(), 'running')
  await simulator.stop()
})

test('runs a machine on one server, and on another when the first stops', async () => {
  const { pay, refused, simulator } = await makeSimulated()
  const other = await server.anotherServer()
  const second = new Simulator(other)
  const heard = vi.spyOn(other.connections, 'connect')
  await second.takeOver()
  expect(heard).not.toHaveBeenCalled()
  await simulator.stop()
  await second.takeOver()
  expect(heard).toHaveBeenCalled()
  await expectState(await pay(), 'running')
  expect(await refused()).toBe('device_in_use')
  await second.stop()
  await other.app.close()
})

test('takes over a lease that ends too far in the future after the clock was set back', async () => {
  const { controllerId, pay, refused, simulator } = await makeSimulated()
  await simulator.stop()
  expect(await refused()).toBe('device_silent')
  await server.database
    .insertInto('simulated_controllers')
    .values({
      controller_id: controllerId,
      server: crypto.randomUUID(),
      lease_expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const other = new Simulator(server.parts)
  await other.takeOver()
  await expectState(await pay(), 'running')
  await other.stop()
})
