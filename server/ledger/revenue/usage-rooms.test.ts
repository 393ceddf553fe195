import { usage } from '@coinless/contract/usage.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeBookingRoom } from '../../../test/support/bookings.ts'
import { makeAcceptedDevice, makeLandlord, type TestUser } from '../../../test/support/make.ts'
import { minutesAfter, moveDevices } from '../../../test/support/past-cycles.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'
import { makeStaff } from '../../../test/support/staff.ts'

const server = testApp()
const { join, leave, hold, release, advance } = queueCalls(server)
const noon = new Date('2026-03-02T12:00:00Z')
const march = { from: '2026-03-01', until: '2026-03-31' }
const roomsOf = async (as: TestUser, query: object = march) =>
  (await server.call(usage.get, { as, query: { time_zone: 'UTC', ...query } })).rooms

interface Turn {
  /** Minutes after joining. */
  after: number
  outcome: 'used' | 'unused' | 'given_up' | 'closed'
}

/** A room that exists since 2020. */
async function makeOldRoom(washers = 1) {
  const room = await makeQueueRoom(server, washers)
  await moveDevices(server, [room.device, ...room.others], new Date('2020-01-01'))
  const [user] = (await room.people(1)) as [TestUser]
  return { ...room, user }
}

type Room = Awaited<ReturnType<typeof makeOldRoom>>

function makeHold({ device, user }: Room, at: Date, outcome: string, entry: string | null = null) {
  const [made, ended] = [at, minutesAfter(at, 5)].map((time) => time.toISOString())
  return server.asOwner(`insert into machine_holds
      (device_id, user_id, queue_entry_id, created_at, expires_at, ended_at, outcome)
    values ('${device.id}', '${user.id}', ${entry ? `'${entry}'` : null}, '${made}', '${ended}', '${ended}', '${outcome}')`)
}

/** A queue entry in the past, with its turns. */
async function makeEntry(room: Room, at: Date, outcome: string, turns: readonly Turn[] = []) {
  const id = crypto.randomUUID()
  const [joined, ended] = [at, minutesAfter(at, 90)].map((time) => time.toISOString())
  await server.asOwner(`insert into queue_entries
      (id, room_id, device_type, user_id, language, created_at, expires_at, ended_at, outcome)
    values ('${id}', (select room_id from devices where id = '${room.device.id}'), 'washer', '${room.user.id}', 'en',
      '${joined}', '${ended}', '${ended}', '${outcome}')`)
  for (const turn of turns) await makeHold(room, minutesAfter(at, turn.after), turn.outcome, id)
}

// id: usage-2
test('tells median and 90th percentile of the minutes to the first turn, with outcomes', async () => {
  const room = await makeOldRoom()
  const waits = [1, 2, 4, 6, 8, 10, 12, 14, 20, 60]
  for (const after of waits) await makeEntry(room, noon, 'served', [{ after, outcome: 'used' }])
  // The second turn does not count, and a turn that the machine ended is none.
  await makeEntry(room, noon, 'missed', [
    { after: 9, outcome: 'unused' },
    { after: 80, outcome: 'unused' },
  ])
  await makeEntry(room, noon, 'left', [{ after: 7, outcome: 'given_up' }])
  await makeEntry(room, noon, 'closed')
  await makeEntry(room, new Date('2026-04-01T00:00:00Z'), 'left')
  const ordered = [...waits, 9].sort((one, two) => one - two)
  expect(await roomsOf(room.landlord)).toEqual([
    {
      ...{ room: room.number, location: room.location, device_type: 'washer' },
      ...{ joined: 13, served: 10, missed: 1, left: 1 },
      ...{ median_wait_minutes: ordered[5], p90_wait_minutes: ordered[9] },
      ...{ holds: 0, holds_used: 0, holds_unused: 0, bookings: 0, bookings_unused: 0 },
    },
  ])
})

test('counts holds on request of each machine, but not turns', async () => {
  const room = await makeOldRoom(2)
  const [other] = room.others
  for (const outcome of ['used', 'used', 'unused', 'given_up']) {
    await makeHold(room, noon, outcome)
  }
  await makeHold({ ...room, device: other ?? room.device }, noon, 'unused')
  await makeEntry(room, noon, 'served', [{ after: 3, outcome: 'used' }])
  const [row] = await roomsOf(room.landlord)
  expect(row).toMatchObject({ joined: 1, holds: 5, holds_used: 2, holds_unused: 2 })
  const [ofOne] = await roomsOf(room.landlord, { ...march, device_id: room.device.id })
  expect(ofOne).toMatchObject({ joined: 1, holds: 4, holds_used: 2, holds_unused: 1 })
  expect(await roomsOf(room.landlord, { ...march, location: 'Elsewhere' })).toEqual([])
})

test('counts booked slots of the period, and those that were released unused', async () => {
  const { landlord, device, group, people } = await makeBookingRoom(server, { washers: 2 })
  await moveDevices(server, [device], new Date('2020-01-01'))
  const [user] = (await people(1)) as [TestUser]
  for (const outcome of ['used', 'used', 'unused', 'cancelled']) {
    await server.asOwner(`insert into bookings
        (group_id, user_id, starts_at, ends_at, language, ended_at, outcome)
      values ('${group}', '${user.id}', '${noon.toISOString()}', '${minutesAfter(noon, 60).toISOString()}', 'en',
        '${noon.toISOString()}', '${outcome}')`)
  }
  expect(await roomsOf(landlord)).toMatchObject([{ bookings: 3, bookings_unused: 1, joined: 0 }])
})

test('counts what people do now', async () => {
  const { landlord, device, number, people } = await makeQueueRoom(server, 2)
  const [first, second, third] = (await people(3)) as [TestUser, TestUser, TestUser]
  await hold(first, device)
  await join(second, number)
  await join(third, number)
  await advance()
  await release(first, device)
  await leave(third, number)
  const dayOf = (minutes: number) => minutesAfter(new Date(), minutes).toISOString().slice(0, 10)
  const [row] = await roomsOf(landlord, { from: dayOf(-1440), until: dayOf(1440) })
  expect(row).toMatchObject({ joined: 2, left: 1, holds: 1, holds_used: 0, served: 0 })
})

test('shows rooms to those who run machines there, from when they did', async () => {
  const room = await makeOldRoom()
  const [owner, stranger] = [await makeLandlord(server), await makeLandlord(server)]
  const { landlord, location } = room
  const hosted = await makeAcceptedDevice(server, owner, landlord, { location })
  await moveDevices(server, [hosted], new Date('2026-03-10'))
  await makeEntry(room, noon, 'left')
  await makeEntry(room, new Date('2026-03-12'), 'left')
  await makeHold(room, new Date('2026-03-12'), 'used')
  const joinedAs = async (as: TestUser) =>
    (await roomsOf(as)).map(({ joined, holds }) => [joined, holds])
  expect(await joinedAs(landlord)).toEqual([[2, 1]])
  // Holds are those of own machines.
  expect(await joinedAs(owner)).toEqual([[1, 0]])
  expect(await joinedAs(stranger)).toEqual([])
  const there = await makeStaff(server, landlord, 'bookkeeper', undefined, [location])
  const elsewhere = await makeStaff(server, landlord, 'bookkeeper', undefined, ['Elsewhere'])
  expect(await joinedAs(there)).toEqual([[2, 1]])
  expect(await joinedAs(elsewhere)).toEqual([])
})
