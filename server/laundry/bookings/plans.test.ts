import { bookingPlans, type Slot } from '@coinless/contract/booking-plans.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import { devices } from '@coinless/contract/devices.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { hourlySlots } from '../../../test/support/booking-plan.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeDevice, makeGuest, password, type TestUser } from '../../../test/support/make.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt } = laundry(server)
const { setPlan, daysOf, book, advance, begin } = bookingCalls(server)

type Two = [TestUser, TestUser]

async function subjectsTo({ email }: TestUser) {
  await deliverNotifications(server.database, server.parts.config)
  return (await server.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

const ownOf = async (as: TestUser) => (await server.call(bookings.own, { as })).data

/** A plan whose only group has these slots. */
const withSlots = (
  { plan }: Awaited<ReturnType<typeof makeBookingRoom>>,
  slots: Slot[],
  time_zone = 'UTC',
) => ({ ...plan, time_zone, groups: plan.groups.map((group) => ({ ...group, slots })) })

describe('a booking plan', () => {
  test('is shown and changed by the landlord alone, and not over a change of another tab', async () => {
    const { landlord, number, plan, people } = await makeBookingRoom(server)
    const [other] = (await people(1)) as Two
    const params = { number }
    expect((await server.refused(bookingPlans.get, { as: other, params })).body.code).toBe(
      'not_yours',
    )
    const changed = { ...plan, time_zone: 'UTC', open_max: 5 }
    expect(
      (await server.refused(bookingPlans.set, { as: other, params, body: changed })).body.code,
    ).toBe('not_yours')
    const query = { version: 'of another tab' }
    expect(
      (await server.refused(bookingPlans.set, { as: landlord, params, query, body: changed })).body
        .code,
    ).toBe('changed_meanwhile')
    expect(await setPlan(landlord, number, changed)).toMatchObject({ open_max: 5 })
  })

  test('names overlapping slots, machines of two groups and machines of other rooms', async () => {
    const { landlord, number, plan, device } = await makeBookingRoom(server)
    const other = await makeBookingRoom(server)
    const [group] = plan.groups
    const late = { weekday: 7, starts_at: '23:00', minutes: 120 }
    const first = { weekday: 1, starts_at: '00:00', minutes: 60 }
    const groups = [
      {
        id: group?.id ?? null,
        name: 'A',
        dryer_minutes: 0,
        device_ids: [device.id],
        slots: [late, first],
      },
      { id: null, name: 'a', dryer_minutes: 0, device_ids: [device.id], slots: [] },
    ]
    const body = { ...plan, time_zone: 'UTC', groups }
    const refused = await server.refused(bookingPlans.set, {
      as: landlord,
      params: { number },
      body,
    })
    expect(refused.body.details?.map(({ field }) => field)).toEqual([
      'groups.0.slots.1.starts_at',
      'groups.1.name',
      'groups.1.device_ids',
    ])
    const foreign = {
      ...body,
      groups: [{ ...groups[1], name: 'B', device_ids: [other.device.id] }],
    }
    const answer = await server.refused(bookingPlans.set, {
      as: landlord,
      params: { number },
      body: foreign as typeof body,
    })
    expect(answer.body.details?.map(({ field }) => field)).toEqual(['groups.0.device_ids.0'])
  })

  test('has no slot in an hour that does not exist, and a longer one in an hour that exists twice', async () => {
    const room = await makeBookingRoom(server)
    const hours = ['00:00', '01:00', '02:00', '03:00'].map((starts_at) => ({
      weekday: 7,
      starts_at,
      minutes: 60,
    }))
    await setPlan(room.landlord, room.number, withSlots(room, hours, 'America/New_York'))
    const hoursOn = async (day: string) => {
      const { groups } = await daysOf(room.landlord, room.number, day)
      return (groups[0]?.slots ?? [])
        .filter(({ starts_at }) => starts_at.startsWith(day))
        .map(({ starts_at, ends_at }) => `${starts_at.slice(11, 16)}-${ends_at.slice(11, 16)}`)
    }
    expect(await hoursOn('2027-03-14')).toEqual(['05:00-06:00', '06:00-07:00', '07:00-08:00'])
    expect(await hoursOn('2027-11-07')).toEqual([
      '04:00-06:00',
      '06:00-07:00',
      '07:00-08:00',
      '08:00-09:00',
    ])
  })

  test('ends bookings of a group or a day that is gone, and tells the bookers', async () => {
    const { landlord, number, group, plan, people } = await makeBookingRoom(server)
    const [first, second] = (await people(2)) as Two
    const soon = await book(first, group, slotIn(30))
    await book(second, group, slotIn(100))
    const day = soon.starts_at.slice(0, 10)
    await setPlan(landlord, number, {
      ...plan,
      time_zone: 'UTC',
      closed: [{ from: day, until: day, reason: 'Repairs' }],
    })
    expect([await ownOf(first), await ownOf(second)]).toEqual([[], [expect.anything()]])
    expect(await subjectsTo(first)).toEqual([
      expect.stringMatching(/^Your booking on .* UTC has been cancelled$/),
    ])
    const { closed, groups } = await daysOf(first, number, day)
    expect(closed).toEqual([{ from: day, until: day, reason: 'Repairs' }])
    expect(groups[0]?.slots.filter(({ starts_at }) => starts_at.startsWith(day))).toEqual([])
    await setPlan(landlord, number, { ...plan, time_zone: 'UTC', groups: [] })
    expect(await ownOf(second)).toEqual([])
    const query = {}
    expect(
      (await server.refused(bookings.ofRoom, { as: first, params: { number }, query })).body.code,
    ).toBe('bookings_off')
  })
})

describe('a booking', () => {
  test('ends with its last machine, and its booker is told of each that is gone', async () => {
    const {
      landlord,
      devices: machines,
      group,
      people,
    } = await makeBookingRoom(server, { washers: 2 })
    const [booker] = (await people(1)) as Two
    await book(booker, group, slotIn(30))
    const [first, second] = machines
    const remove = (id = '') => server.call(devices.delete, { as: landlord, params: { id } })
    await remove(first?.id)
    await advance()
    expect((await ownOf(booker))[0]?.machines).toMatchObject([{ id: second?.id }])
    expect(await subjectsTo(booker)).toHaveLength(1)
    await remove(second?.id)
    await advance()
    expect(await ownOf(booker)).toEqual([])
    expect(await subjectsTo(booker)).toEqual([
      expect.stringMatching(/^Fewer machines in your booking/),
      expect.stringMatching(/has been cancelled$/),
    ])
  })

  test('keeps its machines when the whole room moves, and loses one that leaves', async () => {
    const { devices: machines, group, people } = await makeBookingRoom(server, { washers: 2 })
    const [booker] = (await people(1)) as Two
    await book(booker, group, slotIn(30))
    const [first, second] = machines
    await server.asOwner(`update devices set location = location || ' (new)'
      where id in ('${first?.id}', '${second?.id}')`)
    await advance()
    expect((await ownOf(booker))[0]).toMatchObject({
      location: expect.stringMatching(/\(new\)$/),
      machines: [{}, {}],
    })
    await server.asOwner(`update devices set location = 'Elsewhere' where id = '${second?.id}'`)
    await advance()
    expect((await ownOf(booker))[0]?.machines).toMatchObject([{ id: first?.id }])
  })

  test('frees its machines once the account of the booker is closed', async () => {
    const { number, group, people } = await makeBookingRoom(server)
    const [booker, other] = (await people(2)) as Two
    await book(booker, group, slotIn(3))
    await server.call(ownAccount.close, { as: booker, body: { current_password: password } })
    const { groups } = await daysOf(other, number, slotIn(3).slice(0, 10))
    expect(groups[0]?.slots.find(({ starts_at }) => starts_at === slotIn(3))?.state).toBe('free')
  })
})

test('books dryers of a group later than its washers, so that loads overlap', async () => {
  const { landlord, location, device, number, plan, code, people } = await makeBookingRoom(server, {
    overrun_allowed: true,
  })
  const dryer = await makeDevice(server, landlord, { location, device_type: 'dryer' })
  const groups = [
    {
      ...{ id: plan.groups[0]?.id ?? null, name: 'All', dryer_minutes: 30, slots: hourlySlots },
      device_ids: [device.id, dryer.id],
    },
  ]
  const saved = await setPlan(landlord, number, { ...plan, time_zone: 'UTC', groups })
  const group = saved.groups[0]?.id as string
  const [first, second] = (await people(2)) as Two
  const booking = await book(first, group, slotIn(3))
  await book(second, group, slotIn(4))
  expect(booking.machines.find(({ id }) => id === dryer.id)?.starts_at).toBe(
    slotIn(3).replace(':00:00', ':30:00'),
  )
  await begin(booking, 5)
  await payAt(second, dryer, code)
})

test('lets guests book only where the landlord allows them', async () => {
  for (const guests_allowed of [false, true]) {
    const { group } = await makeBookingRoom(server, { guests_allowed })
    const guest = await makeGuest(server)
    const sent = { as: guest, body: { group_id: group, starts_at: slotIn(3) } }
    if (guests_allowed) await server.call(bookings.book, sent)
    else {
      expect((await server.refused(bookings.book, sent)).body.code).toBe('guests_cannot_book')
    }
  }
})

test('counts bookings of a month in the time zone of the room', async () => {
  const { group, people } = await makeBookingRoom(server, {
    ...{ open_max: 50, month_max: 1, days_ahead: 90, time_zone: 'Pacific/Auckland' },
  })
  const [booker] = (await people(1)) as Two
  const monthThere = (starts_at: string) =>
    new Date(starts_at).toLocaleDateString('en-CA', { timeZone: 'Pacific/Auckland' }).slice(0, 7)
  const months = new Map<string, string[]>()
  for (let hours = 1; hours < 24 * 40; hours++) {
    const month = monthThere(slotIn(hours))
    months.set(month, [...(months.get(month) ?? []), slotIn(hours)])
  }
  const [one, other] = [...months.values()].filter((starts) => starts.length > 1).slice(-2)
  await book(booker, group, one?.at(-1) as string)
  await book(booker, group, other?.[0] as string)
  const sent = { as: booker, body: { group_id: group, starts_at: other?.[1] as string } }
  expect((await server.refused(bookings.book, sent)).body.code).toBe('too_many_bookings_in_month')
})

test('refuses days that no calendar of the database has', async () => {
  const { landlord, number, plan } = await makeBookingRoom(server)
  for (const day of ['0000-01-01', '9999-12-31', '2026-02-30']) {
    const closed = [{ from: day, until: day, reason: null }]
    const body = { ...plan, time_zone: 'UTC', closed }
    const sent = { as: landlord, params: { number } }
    const refusals = [
      await server.refused(bookingPlans.set, { ...sent, body }),
      await server.refused(bookings.ofRoom, { ...sent, query: { from: day } }),
    ]
    expect(refusals.map((each) => each.body.code)).toEqual(['invalid_input', 'invalid_input'])
  }
})

test('refuses a slot that begins soon while all its machines are closed, but not a later one', async () => {
  const { device, group, people } = await makeBookingRoom(server)
  await server.asOwner(`update devices set status = 'inactive' where id = '${device.id}'`)
  const [booker] = (await people(1)) as Two
  const sent = { as: booker, body: { group_id: group, starts_at: slotIn(3) } }
  expect((await server.refused(bookings.book, sent)).body.code).toBe('slot_not_open')
  expect(await book(booker, group, slotIn(100))).toMatchObject({ machines: [{ id: device.id }] })
})
