import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import type { Machine } from '../../../test/support/machine.ts'
import { enqueueDeviceAlerts } from '../../notifications/alerts/enqueue.ts'
import { askUnanswered } from './ask-unanswered.ts'

const server = testApp()
const { makeRoom, refusedAt, payAt, cycleOf, expectState, later } = laundry(server)

type Wiring = NonNullable<Parameters<typeof makeRoom>[0]>
type Said = NonNullable<Machine['state']>

async function makeShownRoom(wiring: Wiring) {
  const room = await makeRoom(wiring)
  const { tenant, device, code, machine } = room
  const now = new Date()
  const heard = { boot_id: 'b1', heard_at: now, connected_at: now }
  await server.database
    .insertInto('controller_presence')
    .values({ controller_id: machine.controllerId, ...heard })
    .execute()
  const shown = async () => {
    const query = { ids: device.id }
    return (await server.call(cycles.deviceStates, { as: tenant, query })).data[0]?.state
  }
  return { ...room, shown, refused: () => refusedAt(tenant, device, code.code) }
}

const byPower = { evidence: 'power' } as const
const byPulses = { switching: 'pulses', evidence: 'busy' } as const
test.each<[string, Wiring, Said, string, string]>([
  ['a relay switched on by hand', {}, { running: true }, 'in_use', 'device_in_use'],
  [
    'a relay on, at a machine that draws nothing',
    byPower,
    { running: true, watts: 0 },
    'in_use',
    'device_in_use',
  ],
  ['coin pulses, busy', byPulses, { running: null, busy: true }, 'in_use', 'device_in_use'],
  [
    'a board that knows that it runs',
    byPulses,
    { running: true, busy: false },
    'in_use',
    'device_in_use',
  ],
  ['a fault', {}, { fault: true }, 'out_of_order', 'device_fault'],
])(
  'shows %s consistently with the refusal of a payment',
  async (_, wiring, state, shownState, refusal) => {
    const { machine, shown, refused } = await makeShownRoom(wiring)
    expect(await shown()).toBe('free')
    machine.state = state
    await machine.say()
    expect(await shown()).toBe(shownState)
    expect(await refused()).toBe(refusal)
    machine.state = { running: false, busy: false, watts: 0 }
    await machine.say()
    expect(await shown()).toBe('free')
  },
)

test('learns of use from a refused payment, and asks every minute until it is over', async () => {
  const { machine, shown, refused } = await makeShownRoom({})
  machine.state = { running: true }
  expect(await refused()).toBe('device_in_use')
  await machine.quiet()
  expect(await shown()).toBe('in_use')
  machine.state = { running: false }
  await askUnanswered(server.parts)
  await machine.quiet()
  expect(await shown()).toBe('free')
  const before = machine.told.length
  await askUnanswered(server.parts)
  expect(machine.told).toHaveLength(before)
})

test('accepts a payment at a relay that is off, whatever power it reported', async () => {
  const { tenant, device, code, machine, shown } = await makeShownRoom(byPower)
  machine.state = { running: false, watts: 2000 }
  await machine.say()
  expect(await shown()).toBe('free')
  await payAt(tenant, device, code.code)
})

test('shows a paid run as running, and a fault that ended it until the fault is gone', async () => {
  const { machine, pay, shown } = await makeShownRoom({})
  const id = await pay()
  await machine.answer('accepted')
  machine.state = { running: true, start: machine.starts[0]?.id ?? '' }
  await machine.say()
  expect(await shown()).toBe('running')
  machine.state = { running: false, fault: true }
  await later(id, 60)
  await expectState(id, 'interrupted', 'fault')
  await machine.quiet()
  expect(await shown()).toBe('out_of_order')
})

test('alerts the owner to a relay that stays on at 0 W after a refund, and blocks payments', async () => {
  const { landlord, machine, pay, shown, refused } = await makeShownRoom(byPower)
  const kinds = async () => {
    await enqueueDeviceAlerts(server.database)
    return (await server.call(dashboard.attention, { as: landlord })).alerts.map(({ kind }) => kind)
  }
  const id = await pay()
  await machine.answer('accepted')
  machine.state = { running: true, start: machine.starts[0]?.id ?? '', watts: 0 }
  await later(id, 60)
  await expect.poll(async () => (await cycleOf(id)).idle_since).not.toBeNull()
  await later(id, 300)
  await expectState(id, 'not_started', 'no_power')
  await machine.quiet()
  expect([await shown(), await refused()]).toEqual(['in_use', 'device_in_use'])
  for (const seconds of [5, 55, 5]) {
    expect(await kinds()).toEqual([])
    await later(id, seconds)
    await machine.quiet()
  }
  expect(await kinds()).toEqual(['out_of_order'])
  expect(await shown()).toBe('out_of_order')
  const offs = machine.told.filter(({ type }) => type === 'off').length
  machine.state = { running: false }
  await later(id, 5)
  await machine.quiet()
  expect(machine.told.filter(({ type }) => type === 'off')).toHaveLength(offs + 1)
  expect((await cycleOf(id)).next_check_at).toBeNull()
})
