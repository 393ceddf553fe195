import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import { pay } from '../../../test/support/known-person.ts'
import {
  deviceBody,
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)

async function roomsOf(as: TestUser) {
  return (await server.call(rooms.recent, { as })).data
}

async function placesOf(as: TestUser) {
  return (await roomsOf(as)).map(({ location }) => location)
}

// id: recent-rooms-1
test('counts the available machines of the room, and names the machines paid at, last paid first', async () => {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server)
  const place = { location: 'Basement' }
  const [oldest, first, last] = [
    await makeDevice(server, landlord, place),
    await makeDevice(server, landlord, place),
    await makeDevice(server, landlord, place),
  ]
  const closed = await makeDevice(server, landlord, place)
  await makeDevice(server, landlord, { location: 'Attic' })
  await makePastPayment(server, tenant, closed, { at: daysAgo(3) })
  await makePastPayment(server, tenant, first, { at: daysAgo(2) })
  const { code } = await makeCode(server, landlord)
  await pay(server, tenant, last, code)
  const body = {
    ...deviceBody,
    ...place,
    landlord_email: landlord.email,
    status: 'inactive' as const,
  }
  await server.call(devices.update, { as: landlord, params: { id: closed.id }, body })
  expect(await roomsOf(tenant)).toEqual([
    {
      ...place,
      number: oldest.sticker_number,
      available: 2,
      total: 3,
      recent_devices: [last.id, first.id],
    },
  ])
})

test(`lists the last ${limits.recentRooms} rooms paid in, not older payments or those of others`, async () => {
  const landlord = await makeLandlord(server)
  const [tenant, other] = [await makeUser(server), await makeUser(server)]
  for (let n = 0; n <= limits.recentRooms; n++) {
    const device = await makeDevice(server, landlord, { location: `Room ${n}` })
    await makePastPayment(server, tenant, device, { at: daysAgo(10 - n) })
  }
  const left = await makeDevice(server, landlord, { location: 'Former flat' })
  await makePastPayment(server, tenant, left, { at: daysAgo(limits.recentRoomDays + 1) })
  const theirs = await makeDevice(server, landlord, { location: 'Elsewhere' })
  await makePastPayment(server, other, theirs, { at: daysAgo(1) })
  expect(await placesOf(tenant)).toEqual(['Room 3', 'Room 2', 'Room 1'])
  expect(await placesOf(other)).toEqual(['Elsewhere'])
  expect(await placesOf(landlord)).toEqual([])
})

test('leaves out a room whose machines take no payments, and one that its landlord has not accepted', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const owner = await makeLandlord(server)
  const tenant = await makeUser(server)
  const removed = await makeDevice(server, landlord, { location: 'Removed' })
  const waiting = await makeDevice(server, owner, { location: 'Waiting' })
  for (const device of [removed, waiting]) {
    await makePastPayment(server, tenant, device, { at: daysAgo(1) })
  }
  expect(await placesOf(tenant)).toHaveLength(2)
  await server.call(devices.delete, { as: landlord, params: { id: removed.id } })
  const body = { ...deviceBody, location: 'Waiting', landlord_email: landlord.email }
  await server.call(devices.update, { as: owner, params: { id: waiting.id }, body })
  expect(await roomsOf(tenant)).toEqual([])
})
