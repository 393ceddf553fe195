import { cycles } from '@coinless/contract/cycles.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { laundry } from '../test/laundry.ts'
import type { Machine } from '../test/machine.ts'
import { askUnanswered } from './ask-unanswered.ts'

const server = testApp()
const { makeRoom, refusedAt, payAt, expectState, later } = laundry(server)

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
])('shows %s as a payment is told', async (_, wiring, state, shownState, refusal) => {
  const { machine, shown, refused } = await makeShownRoom(wiring)
  expect(await shown()).toBe('free')
  machine.state = state
  await machine.say()
  expect(await shown()).toBe(shownState)
  expect(await refused()).toBe(refusal)
  machine.state = { running: false, busy: false, watts: 0 }
  await machine.say()
  expect(await shown()).toBe('free')
})

test('learns it from a refused payment, and asks each minute until it is over', async () => {
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

test('sells a relay that is off, whatever power it let through since its last state', async () => {
  const { tenant, device, code, machine, shown } = await makeShownRoom(byPower)
  machine.state = { running: false, watts: 2000 }
  await machine.say()
  expect(await shown()).toBe('free')
  await payAt(tenant, device, code.code)
})

test('shows a paid run as running, and a fault that ended it until it is gone', async () => {
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
