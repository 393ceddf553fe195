import { audit } from '@coinless/contract/audit.ts'
import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeAdmin,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'

const server = testApp()
const { setRules } = queueCalls(server)

const rulesOf = (as: TestUser, number: string) =>
  server.call(rooms.rules, { as, params: { number } })

async function refusedRules(as: TestUser, number: string) {
  return (await server.refused(rooms.rules, { as, params: { number } })).body.code
}

const roomOf = (as: TestUser, number: string) => server.call(rooms.get, { as, params: { number } })

function move(as: TestUser, { id, device_number }: Device, location: string) {
  const body = { ...deviceBody, landlord_email: as.email, device_number, location }
  return server.call(devices.update, { as, params: { id }, body })
}

// id: room-rules-1
test('a landlord turns on queues and holds, which the audit trail records once', async () => {
  const { landlord, location, number } = await makeQueueRoom(server)
  const changed = { queue_types: ['dryer', 'washer', 'washer'], turn_minutes: 7 } as const
  await setRules(landlord, number, { ...changed, queue_types: [...changed.queue_types] })
  await setRules(landlord, number, { ...changed, queue_types: [...changed.queue_types] })
  expect(await rulesOf(landlord, number)).toMatchObject({
    ...{ queue_types: ['washer', 'dryer'], hold_types: ['washer'] },
    ...{ turn_minutes: 7, hold_minutes: 10, pause_minutes: 15 },
  })
  const { data } = await server.call(audit.list, {
    as: await makeAdmin(server),
    query: { action: 'room_rules_changed', search: location },
  })
  expect(data.map(({ details }) => details)).toEqual([
    { queue_types: 'washer → washer, dryer', turn_minutes: '5 → 7' },
    { queue_types: '– → washer', hold_types: '– → washer' },
  ])
})

test('only the landlord and admins see and change the rules', async () => {
  const { landlord, location, number } = await makeQueueRoom(server)
  const owner = await makeLandlord(server)
  const hosted = await makeAcceptedDevice(server, owner, landlord, { location })
  for (const as of [owner, await makeUser(server)]) {
    expect(await refusedRules(as, hosted.sticker_number)).toBe('not_yours')
  }
  expect((await roomOf(owner, number)).is_yours).toBe(false)
  for (const as of [landlord, await makeAdmin(server)]) {
    expect(await rulesOf(as, hosted.sticker_number)).toMatchObject({ turn_minutes: 5 })
    expect((await roomOf(as, number)).is_yours).toBe(true)
  }
})

test('refuses minutes and types that no room can have', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const rules = await rulesOf(landlord, number)
  for (const wrong of [
    { turn_minutes: 0 },
    { hold_minutes: 61 },
    { pause_minutes: -1 },
    { turn_minutes: 1.5 },
    { queue_types: ['sauna'] },
  ]) {
    const body = { ...rules, ...wrong } as typeof rules
    const sent = { as: landlord, params: { number }, body }
    expect((await server.refused(rooms.setRules, sent)).body.code).toBe('invalid_input')
  }
})

test('a place that is renamed machine by machine keeps its rules, and its signs lead there', async () => {
  const { landlord, device, others, number } = await makeQueueRoom(server, 3)
  const { id } = await server.call(bulkChanges.planForDevices, {
    as: landlord,
    body: { chosen: { filter: { own: 'only' } }, set: { location: 'Rua Nova 4' } },
  })
  await server.call(bulkChanges.apply, { as: landlord, params: { id } })
  const renamed = await roomOf(landlord, number)
  expect([renamed.location, renamed.total]).toEqual(['Rua Nova 4', 3])
  expect(await rulesOf(landlord, number)).toMatchObject({ queue_types: ['washer'] })
  for (const { sticker_number } of [device, ...others]) {
    expect((await roomOf(landlord, sticker_number)).id).toBe(renamed.id)
  }
})

test('a machine that leaves others gets a room of its own, and the only one takes its room along', async () => {
  const { landlord, device, others, number } = await makeQueueRoom(server, 2)
  const { id, location } = await roomOf(landlord, number)
  await move(landlord, device, 'Attic')
  // The sign at the door leads to its room, and the machine to its own.
  expect(await roomOf(landlord, number)).toMatchObject({ id, location, total: 1 })
  expect(await roomOf(landlord, device.id)).toMatchObject({ location: 'Attic', total: 1 })
  const [other] = others as [Device]
  await move(landlord, other, 'Yard')
  expect(await roomOf(landlord, number)).toMatchObject({ id, location: 'Yard' })
})

test('machines that move to a new location at once share one room there', async () => {
  const { landlord, device, others } = await makeQueueRoom(server, 4)
  await Promise.all([device, ...others].map((each) => move(landlord, each, 'Roof')))
  expect(await roomOf(landlord, device.id)).toMatchObject({ location: 'Roof', total: 4 })
  expect(await rulesOf(landlord, device.id)).toMatchObject({ queue_types: ['washer'] })
})

test('a room without machines gives way to the one of its first machine', async () => {
  const landlord = await makeLandlord(server)
  const first = await makeDevice(server, landlord, { location: 'Cellar' })
  const there = await makeDevice(server, landlord, { location: 'Yard' })
  await move(landlord, first, 'Yard')
  expect((await roomOf(landlord, first.sticker_number)).number).toBe(there.sticker_number)
  await makeDevice(server, landlord, { location: 'Cellar' })
  expect((await roomOf(landlord, first.sticker_number)).location).toBe('Cellar')
})
