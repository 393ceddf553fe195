import { audit } from '@coinless/contract/audit.ts'
import { auth } from '@coinless/contract/auth.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { calendarCalls } from '../../../test/support/calendars.ts'
import { laundry } from '../../../test/support/laundry.ts'
import {
  makeAdmin,
  makeGuest,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()
const { book, cancel, advance, begin } = bookingCalls(server)
const { calendarOf, create, end, fetch, isRefused } = calendarCalls(server)

const idsIn = (events: Record<string, string>[]) => events.map(({ UID }) => UID)

// id: calendars-3
test('lists open bookings of the account, and those used in the last 30 days', async () => {
  const { device, group, code, people } = await makeBookingRoom(server, { open_max: 5 })
  const [booker, other] = (await people(2)) as [TestUser, TestUser]
  const calendar = await create(booker)
  expect(await fetch(calendar)).toEqual([])
  await book(other, group, slotIn(9))
  const unused = await book(booker, group, slotIn(4))
  await begin(unused, 30)
  await advance()
  const used = await book(booker, group, slotIn(3))
  await begin(used)
  await laundry(server).payAt(booker, device, code)
  await advance()
  await begin(used, 60)
  await advance()
  await cancel(booker, await book(booker, group, slotIn(5)))
  const open = await book(booker, group, slotIn(6))
  expect(idsIn(await fetch(calendar))).toEqual([used.id, open.id])
  const days = limits.calendarPastDays
  await server.asOwner(
    `update bookings set starts_at = now() - interval '${days} days' where id = '${used.id}'`,
  )
  expect(idsIn(await fetch(calendar))).toEqual([open.id])
})

test('is turned on and off by its owner, which the audit trail records', async () => {
  const user = await makeUser(server)
  expect(await calendarOf(user)).toBeNull()
  const { secret, ...made } = await create(user)
  expect(secret).toMatch(/^coinless_calendar_[\w-]{43}$/)
  expect(await calendarOf(user)).toEqual({ ...made, last_fetched_at: null })
  await fetch({ secret })
  expect((await calendarOf(user))?.last_fetched_at).toMatch(/:00\.000Z$/)
  await end(user)
  await end(user)
  expect(await calendarOf(user)).toBeNull()
  for (const wrong of [secret, `${secret}x`, `${secret}.ics`, user.id]) {
    const { body } = await server.refused(calendars.feed, { params: { feed_secret: wrong } })
    expect(body.code).toBe('calendar_not_found')
  }
  const as = await makeAdmin(server)
  const { data } = await server.call(audit.list, { as, query: { search: user.id } })
  expect(data.map(({ action }) => action)).toEqual([
    ...['calendar_ended', 'calendar_created', 'signed_in'],
  ])
})

test('asks apps to fetch it every 15 minutes, and to store nothing', async () => {
  const { secret } = await create(await makeUser(server))
  const { body, headers } = await server.app.inject({ url: `/api/calendars/${secret}` })
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\nX-PUBLISHED-TTL:PT15M\r\n')
})

// id: calendars-4
describe('its address ends', () => {
  test('when another one replaces it', async () => {
    const user = await makeUser(server)
    const [first, second] = [await create(user), await create(user)]
    expect([await isRefused(first), await isRefused(second)]).toEqual([true, false])
  })

  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    [
      'with a new password',
      (as) =>
        server.call(me.changePassword, {
          as,
          body: { current_password: password, new_password: 'another good password' },
        }),
    ],
    [
      'with the account',
      (as) => server.call(ownAccount.close, { as, body: { current_password: password } }),
    ],
    [
      'when an admin signs the user out',
      async ({ id }) =>
        server.call(adminUsers.endSessions, { as: await makeAdmin(server), params: { id } }),
    ],
  ])('%s', async (_, change) => {
    const user = await makeUser(server, { email_verified: true })
    const calendar = await create(user)
    await fetch(calendar)
    await change(user)
    expect(await isRefused(calendar)).toBe(true)
  })

  test('not when a session ends', async () => {
    const user = await makeUser(server)
    const calendar = await create(user)
    await server.call(auth.logout, { as: user })
    expect(await fetch(calendar)).toEqual([])
  })
})

test('keeps no secret, and a retry returns the first one', async () => {
  const user = await makeUser(server)
  const [first, second] = [await create(user, 'make-it'), await create(user, 'make-it')]
  expect(second).toEqual(first)
  const rows = await server.database.selectFrom('calendars').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(first.secret)
  expect(await create(user, 'make-another')).not.toMatchObject({ secret: first.secret })
})

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ['replaced', (user) => create(user)],
  ['ended', end],
])('a retry gets no address that was %s since', async (_, change) => {
  const user = await makeUser(server)
  await create(user, 'make-it')
  await change(user)
  const remaining = await calendarOf(user)
  for (const attempt of [1, 2]) {
    const { body } = await server.refused(calendars.create, { as: user, idempotencyKey: 'make-it' })
    expect([attempt, body.code]).toEqual([attempt, 'calendar_not_found'])
  }
  expect(await calendarOf(user)).toEqual(remaining)
})

test('leaves one address of two that are made at once', async () => {
  const user = await makeUser(server)
  const made = await Promise.all([create(user), create(user)])
  const refused = await Promise.all(made.map(isRefused))
  expect(refused.toSorted()).toEqual([false, true])
})

test('is also for guests, who may book where the landlord lets them', async () => {
  const { group } = await makeBookingRoom(server, { guests_allowed: true })
  const guest = await makeGuest(server)
  const calendar = await create(guest)
  const { id } = await book(guest, group, slotIn(3))
  expect(idsIn(await fetch(calendar))).toEqual([id])
})

test('belongs to the data of the account, without its secret', async () => {
  const user = await makeUser(server)
  const { secret, ...made } = await create(user)
  const data = await server.call(ownAccount.export, { as: user })
  expect(data.calendars).toEqual([made])
  expect(JSON.stringify(data)).not.toContain(secret)
})
