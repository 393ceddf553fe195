import { audit } from '@coinless/contract/audit.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { type OpeningHours, openingHours } from '@coinless/contract/opening-hours.ts'
import { payments } from '@coinless/contract/payments.ts'
import { queues } from '@coinless/contract/queues.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { displayCalls } from '../../../test/support/displays.ts'
import {
  deviceBody,
  makeAdmin,
  makeUser,
  type TestUser,
  termsOf,
} from '../../../test/support/make.ts'
import { makeQueueRoom, queueCalls } from '../../../test/support/queues.ts'

const server = testApp()
const { join, hold, advance, queuesOf } = queueCalls(server)

const set = (as: TestUser, number: string, body: OpeningHours) =>
  server.call(openingHours.set, { as, params: { number }, body })

/** Open at all hours, except on the days of the zone that are today, yesterday or tomorrow somewhere. */
async function closedNow(): Promise<OpeningHours> {
  const { rows } = await sql<{ weekday: number }>`
    select extract(isodow from now() at time zone 'UTC' + interval '3 days')::integer as weekday`.execute(
    server.database,
  )
  const weekday = rows[0]?.weekday ?? 1
  return { time_zone: 'Asia/Tokyo', days: [{ weekday, opens_at: '06:00', closes_at: '22:00' }] }
}

/** Open since an hour ago, until so many minutes from now. */
async function closingIn(minutes: number) {
  const { rows } = await sql<OpeningHours['days'][number]>`
    select extract(isodow from opens)::integer as weekday, to_char(opens, 'HH24:MI:SS') as opens_at,
      to_char(opens + interval '1 hour' + make_interval(mins => ${minutes}), 'HH24:MI:SS') as closes_at
    from (select now() at time zone 'UTC' - interval '1 hour' as opens) as day`.execute(
    server.database,
  )
  return { time_zone: 'UTC', days: rows }
}

const always: OpeningHours['days'] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  ...{ weekday, opens_at: '00:00', closes_at: '00:00' },
}))

// id: opening-hours-1
test('a landlord sets when a room is open, which its page and displays show', async () => {
  const { landlord, location, number } = await makeQueueRoom(server)
  const tenant = await makeUser(server)
  const opening = async () =>
    (await server.call(rooms.get, { as: tenant, params: { number } })).opening
  expect(await opening()).toBeNull()
  const closed = await closedNow()
  expect(await set(landlord, number, closed)).toEqual(closed)
  expect(await server.call(openingHours.get, { as: landlord, params: { number } })).toEqual(closed)
  expect(await opening()).toMatchObject({ ...closed, is_open: false })
  const day = new Date(String((await opening())?.changes_at))
  const there = new Date(day.getTime() + 9 * 60 * 60_000)
  expect([there.getUTCDay() || 7, there.toISOString().slice(11, 16)]).toEqual([
    closed.days[0]?.weekday,
    '06:00',
  ])
  const { add, show } = displayCalls(server)
  const display = await add(landlord, number)
  expect((await show(display)).opening).toEqual({
    ...{ is_open: false, changes_at: day.toISOString() },
  })
  await set(landlord, number, { time_zone: 'Europe/Madrid', days: always })
  expect(await opening()).toMatchObject({ is_open: true, changes_at: null })
  await set(landlord, number, { time_zone: null, days: [] })
  expect(await opening()).toBeNull()
  const { data } = await server.call(audit.list, {
    as: await makeAdmin(server),
    query: { search: location },
  })
  expect(data.map(({ details }) => details)).toContainEqual({
    opening_hours: expect.stringMatching(/06:00–22:00 \(Asia\/Tokyo\)$/),
  })
})

test('a closed room takes no one in line, holds no machine, and ends its queues', async () => {
  const { landlord, number, device, people } = await makeQueueRoom(server)
  const [first, second] = await people(2)
  if (!first || !second) throw new Error('there are two people')
  await join(first, number)
  await set(landlord, number, await closedNow())
  await advance()
  expect((await queuesOf(first, number)).data).toMatchObject([{ entry: null, waiting: 0 }])
  const params = { number }
  const body = { device_type: 'washer' } as const
  expect((await server.refused(queues.join, { as: second, params, body })).body.code).toBe(
    'room_closed',
  )
  const toHold = { as: second, params: { id: device.id } }
  expect((await server.refused(queues.hold, toHold)).body.code).toBe('room_closed')
  await set(landlord, number, { time_zone: 'UTC', days: always })
  await hold(second, device)
})

test('turns and holds end when the room closes, and those who stayed can pay', async () => {
  const room = await makeQueueRoom(server, 2)
  const { location, number, code, people } = room
  const [first, holder, other] = (await people(3)) as [TestUser, TestUser, TestUser]
  const openFor = async (minutes: number) => {
    const hours = JSON.stringify(await closingIn(minutes))
    await server.asOwner(
      `update rooms set opening_hours = '${hours}' where location = '${location}'`,
    )
  }
  const turn = async () => (await server.call(queues.own, { as: first })).data[0]?.turn
  const held = async () => (await server.call(queues.own, { as: holder })).hold
  await openFor(3)
  await join(first, number)
  await advance()
  const called = await turn()
  const isCalled = ({ id }: { id: string }) => id === called?.device_id
  const [device, ...others] = [room.device, ...room.others].toSorted(
    (one, two) => Number(isCalled(two)) - Number(isCalled(one)),
  ) as [Device, Device]
  await hold(holder, others[0] as Device)
  const { opening } = await server.call(rooms.get, { as: first, params: { number } })
  expect([called?.until, (await held())?.until]).toEqual([opening?.changes_at, opening?.changes_at])
  await openFor(-3)
  await advance()
  expect([await turn(), await held()]).toEqual([undefined, null])
  const ofThem = server.database.selectFrom('jobs').select('kind').orderBy('created_at')
  const told = await ofThem.where('user_id', 'in', [first.id, holder.id]).execute()
  expect(told.map(({ kind }) => kind)).toEqual(['turn', 'queue_closed'])
  const body = { ...termsOf(device), prepaid_code: code }
  await server.call(payments.prepaid, { as: other, body })
})

test('knows days over midnight, and the hours that a clock change adds or skips', async () => {
  const open = async (hours: OpeningHours, at: string) => {
    const days = JSON.stringify(hours)
    const { rows } = await sql<{ is_open: boolean }>`
      select is_room_open(${days}::jsonb) as is_open`.execute(server.database)
    return [at, rows[0]?.is_open]
  }
  const { rows } = await sql<{ hour: number; weekday: number }>`
    select extract(hour from now() at time zone 'UTC')::integer as hour,
      extract(isodow from now() at time zone 'UTC' - interval '1 day')::integer as weekday`.execute(
    server.database,
  )
  const { hour = 0, weekday = 1 } = rows[0] ?? {}
  const clock = (hours: number) => `${String((hours + 24) % 24).padStart(2, '0')}:00`
  const overnight = (closes_at: string): OpeningHours => ({
    ...{ time_zone: 'UTC', days: [{ weekday, opens_at: '23:59', closes_at }] },
  })
  expect(await open(overnight(clock(hour + 1)), 'before closing')).toEqual([
    'before closing',
    hour < 23,
  ])
  expect(await open(overnight(clock(hour)), 'after closing')).toEqual(['after closing', false])
  const periods = async (time_zone: string) => {
    const { rows: found } = await sql<{ minutes: number }>`
      select extract(epoch from upper(period) - lower(period))::integer / 60 as minutes
      from opening_periods(${JSON.stringify({ time_zone, days: always })}::jsonb) as period`.execute(
      server.database,
    )
    return found.map(({ minutes }) => minutes)
  }
  // Midnights that a change of the clock moves leave no gap between days.
  for (const zone of ['Europe/Madrid', 'America/Santiago', 'Asia/Beirut', 'Africa/Cairo']) {
    expect(await periods(zone), zone).toHaveLength(1)
  }
})

test('only the landlord sets them, in the version they know, with one entry a day', async () => {
  const { landlord, number } = await makeQueueRoom(server)
  const params = { number }
  const body = await closedNow()
  const refused = async (as: TestUser, sent: object = {}) =>
    (await server.refused(openingHours.set, { as, params, body, ...sent })).body
  expect((await refused(await makeUser(server))).code).toBe('not_yours')
  expect((await refused(landlord, { query: { version: 'x'.repeat(22) } })).code).toBe(
    'changed_meanwhile',
  )
  const twice = await refused(landlord, { body: { ...body, days: [...body.days, ...body.days] } })
  expect(twice.details).toMatchObject([{ field: 'days.1.weekday' }])
  const noZone = await refused(landlord, { body: { ...body, time_zone: null } })
  expect(noZone.details).toMatchObject([{ field: 'time_zone' }])
})

test('stay with a room whose machines all move, one by one', async () => {
  const { landlord, device, others, number } = await makeQueueRoom(server, 2)
  const hours = await closedNow()
  await set(landlord, number, hours)
  for (const { id } of [device, ...others]) {
    await server.call(devices.update, {
      as: landlord,
      params: { id },
      body: { ...deviceBody, landlord_email: landlord.email, location: 'New cellar' },
    })
  }
  const params = { number: device.id }
  expect(await server.call(openingHours.get, { as: landlord, params })).toEqual(hours)
})
