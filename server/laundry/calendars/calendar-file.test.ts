import { bookings } from '@coinless/contract/bookings.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { dailyPlan } from '../../../test/support/booking-plan.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { eventsIn } from '../../../test/support/calendar-events.ts'
import { calendarCalls } from '../../../test/support/calendars.ts'
import { makeDevice, type TestUser } from '../../../test/support/make.ts'

const origin = 'https://coinless.example.com'
const server = testApp({ publicUrl: origin })
const { book, setPlan } = bookingCalls(server)
const { create, fetch } = calendarCalls(server)

const fileOf = (as: TestUser, { id }: { id: string }) =>
  server.call(bookings.calendar, { as, params: { id } })

const utc = (time: string) => `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const hoursLater = (time: string, hours: number) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString()

const hour = (time: string) =>
  new Date(time).toLocaleTimeString('en', { timeStyle: 'short', timeZone: 'UTC' })

// id: calendars-1
test('has the slot of a booking in UTC, its place and its page', async () => {
  const { group, number, location, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as [TestUser]
  const start = slotIn(3)
  const booking = await book(booker, group, start)
  const file = await fileOf(booker, booking)
  expect(file).toMatch(
    /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-\/\/Coinless\/\/Bookings\/\/EN\r\n/,
  )
  expect(file).not.toContain('VALARM')
  expect(eventsIn(file)).toEqual([
    {
      ...{ UID: booking.id, SEQUENCE: '0', DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/) },
      ...{ DTSTART: utc(start), DTEND: utc(hoursLater(start, 1)) },
      ...{ SUMMARY: 'Laundry: Washers', LOCATION: location },
      DESCRIPTION: expect.any(String),
      URL: `${origin}/rooms/${number}/bookings`,
    },
  ])
})

test('keeps the id of a moved booking, and counts the moves', async () => {
  const { group, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as [TestUser]
  const booking = await book(booker, group, slotIn(3))
  for (const hours of [4, 5, 5]) {
    const body = { group_id: group, starts_at: slotIn(hours) }
    await server.call(bookings.move, { as: booker, params: booking, body })
  }
  expect(eventsIn(await fileOf(booker, booking))).toMatchObject([
    { UID: booking.id, SEQUENCE: '2', DTSTART: utc(slotIn(5)) },
  ])
})

test('describes each machine with its time, and when an unpaid booking ends', async () => {
  const room = await makeBookingRoom(server, { washers: 2 })
  const { landlord, location, number, devices, plan } = room
  const dryer = await makeDevice(server, landlord, { location, device_type: 'dryer' })
  const ids = [...devices, dryer].map(({ id }) => id)
  const [group] = dailyPlan(...ids).groups
  const groups = [{ ...group, id: room.group, dryer_minutes: 60 }] as typeof plan.groups
  await setPlan(landlord, number, { ...plan, groups })
  const [booker] = (await room.people(1)) as [TestUser]
  const start = slotIn(3)
  const booking = await book(booker, room.group, start)
  const [event] = eventsIn(await fileOf(booker, booking))
  const plain = event?.DESCRIPTION?.replaceAll(/[\u2009\u202f]/g, ' ')
  const lines = plain?.split('\n') ?? []
  expect(lines).toHaveLength(3)
  const washers = devices.map(({ device_number }) => device_number).sort()
  expect(lines[0]).toMatch(`${washers.join(', ')}: `)
  expect(lines[1]).toMatch(`${dryer.device_number}: `)
  const release = new Date(Date.parse(start) + 20 * 60_000).toISOString()
  expect(lines[2]).toBe(`Pay by ${hour(release).replaceAll('\u202f', ' ')}, or the booking ends.`)
  const times = (line = '') => line.split(': ').slice(1).join(': ')
  expect(times(lines[0])).not.toBe(times(lines[1]))
  expect(times(lines[1])).toContain(hour(hoursLater(start, 2)).replaceAll('\u202f', ' '))
  await server.asOwner(`update bookings set release_at = null where id = '${booking.id}'`)
  expect(await fileOf(booker, booking)).not.toContain('Pay by')
})

// id: calendars-2
test.each([
  ['commas, semicolons and backslashes', 'A, B; C\\n \\, \\'],
  ['line breaks', 'Washers\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Other\nURL:x\rATTENDEE:y'],
  ['long texts of all scripts', `Wäsche ${'洗濯機🧺é'.repeat(12)} ${'Keller'.repeat(12)}`],
])('quotes %s in names and locations', async (_, text) => {
  const { group, location, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as [TestUser]
  const booking = await book(booker, group, slotIn(3))
  const shown = text.replaceAll(/\r\n?/g, '\n')
  await server.database
    .updateTable('machine_groups')
    .set({ name: text })
    .where('id', '=', group)
    .execute()
  await server.database
    .updateTable('rooms')
    .set({ location: text })
    .where('location', '=', location)
    .execute()
  const events = [
    ...eventsIn(await fileOf(booker, booking)),
    ...(await fetch(await create(booker))),
  ]
  expect(events).toHaveLength(2)
  for (const event of events) {
    expect(event).toMatchObject({ SUMMARY: `Laundry: ${shown}`, LOCATION: shown })
    expect(Object.keys(event).sort()).toEqual(
      'DESCRIPTION DTEND DTSTAMP DTSTART LOCATION SEQUENCE SUMMARY UID URL'.split(' '),
    )
  }
})

test('speaks the language of the booker', async () => {
  const { group, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as [TestUser]
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const headers = {
      'accept-language': method === 'POST' ? 'fr-CH' : 'de',
      authorization: `Bearer ${booker.token}`,
    }
    return server.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  }
  const booked = await ask('POST', '/bookings', { group_id: group, starts_at: slotIn(3) })
  const file = await ask('GET', `/bookings/${booked.json().id}/calendar`)
  expect(eventsIn(file.body)).toMatchObject([{ SUMMARY: 'Lessive\u00a0: Washers' }])
  const { secret } = (await ask('POST', '/calendar')).json()
  expect((await ask('GET', `/calendars/${secret}`)).body).toContain('X-WR-CALNAME:Lessive\r\n')
})

test('is a file to download, of open bookings of the caller only', async () => {
  const { group, landlord, people } = await makeBookingRoom(server)
  const [booker, other] = (await people(2)) as [TestUser, TestUser]
  const booking = await book(booker, group, slotIn(3))
  const { headers } = await server.app.inject({
    url: `/api/bookings/${booking.id}/calendar`,
    headers: { authorization: `Bearer ${booker.token}` },
  })
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="laundry.ics"',
    'cache-control': 'no-store',
  })
  const refused = async (as: TestUser) =>
    (await server.refused(bookings.calendar, { as, params: { id: booking.id } })).body.code
  for (const as of [other, landlord]) expect(await refused(as)).toBe('booking_not_found')
  await bookingCalls(server).cancel(booker, booking)
  expect(await refused(booker)).toBe('booking_not_found')
})
