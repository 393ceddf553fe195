import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAcceptedDevice,
  makeDevice,
  makeLandlord,
  makeUser,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
const publicServer = testApp({ publicUrl: 'https://coinless.example.com' })

const roomOf = (as: TestUser, sticker_number: string) =>
  server.call(rooms.get, { as, params: { number: sticker_number } })

async function refusedTo(as: TestUser, sticker_number: string) {
  const sent = { as, params: { number: sticker_number } }
  return (await server.refused(rooms.get, sent)).body.code
}

const idsOf = (listed: { id: string }[]) => listed.map(({ id }) => id).sort()

// id: rooms-rooms-1
test('lists the open devices of one landlord at one location, for any owner', async () => {
  const landlord = await makeLandlord(server, { email_verified: true })
  const owner = await makeLandlord(server)
  const tenant = await makeUser(server)
  const place = { location: 'Laundry room, basement' }
  const own = await makeDevice(server, landlord, place)
  const hosted = await makeAcceptedDevice(server, owner, landlord, place)
  await makeDevice(server, landlord, { ...place, status: 'inactive' })
  await makeDevice(server, landlord, { location: 'Attic' })
  await makeDevice(server, await makeLandlord(server), place)
  const waiting = await makeDevice(server, owner, { ...place, landlord_email: landlord.email })
  for (const { sticker_number } of [own, hosted]) {
    const room = await roomOf(tenant, sticker_number)
    const facts = { ...place, run_by: landlord.full_name, total: 2 }
    expect(room).toMatchObject({ ...facts, number: own.sticker_number })
    expect(idsOf(room.devices)).toEqual(idsOf([own, hosted]))
    expect(room.devices.map(({ landlord_email }) => landlord_email)).toEqual(['', ''])
  }
  expect(await refusedTo(tenant, waiting.sticker_number)).toBe('sticker_not_found')
})

test('shows the other machines of the room for a disabled or deleted one', async () => {
  const landlord = await makeLandlord(server)
  const tenant = await makeUser(server)
  const place = { location: 'Yard' }
  const other = await makeDevice(server, landlord, place)
  const closed = await makeDevice(server, landlord, { ...place, status: 'disabled' })
  const deleted = await makeDevice(server, landlord, place)
  await server.call(devices.delete, { as: landlord, params: { id: deleted.id } })
  for (const { sticker_number, id } of [closed, deleted]) {
    expect(idsOf((await roomOf(tenant, sticker_number)).devices)).toEqual([other.id])
    expect(idsOf((await roomOf(tenant, id)).devices)).toEqual([other.id])
  }
  const params = { id: other.id }
  const body = { ...deviceBody, landlord_email: landlord.email, location: 'Elsewhere' }
  await server.call(devices.update, { as: landlord, params, body })
  for (const each of [closed.sticker_number, closed.id, crypto.randomUUID()]) {
    expect(await refusedTo(tenant, each)).toBe('sticker_not_found')
  }
})

test('reports the total when a room has more machines than it shows', async () => {
  const landlord = await makeLandlord(server)
  const place = { location: 'Hall of machines' }
  const { id, sticker_number } = await makeDevice(server, landlord, place)
  await sql`insert into devices (owner_id, label, device_number, device_type, landlord_email, location,
      duration_minutes, price, created_at)
    select owner_id, label, 'H-' || n, device_type, landlord_email, location, duration_minutes, price,
      created_at - n * interval '1 minute'
    from devices, generate_series(1, ${limits.roomDevices}::integer) as n
    where id = ${id}`.execute(server.database)
  const room = await roomOf(await makeUser(server), sticker_number)
  expect([room.devices.length, room.total]).toEqual([limits.roomDevices, limits.roomDevices + 1])
  expect(idsOf(room.devices)).not.toContain(id)
})

test('links a door sign to the public origin and names the number of the room', async () => {
  const signOf = async (on: TestApp) => {
    const landlord = await makeLandlord(on)
    const place = { location: 'Cellar' }
    const first = await makeDevice(on, landlord, place)
    const { sticker_number } = await makeDevice(on, landlord, place)
    const sign = await on.call(rooms.sign, { as: landlord, params: { number: sticker_number } })
    const named = { ...place, run_by: landlord.full_name, number: first.sticker_number }
    expect(sign).toMatchObject(named)
    return sign
  }
  expect(await signOf(publicServer)).toMatchObject({
    origin: 'https://coinless.example.com',
    is_origin_set: true,
  })
  expect(await signOf(server)).toMatchObject({ is_origin_set: false })
})
