import { bookings } from '@coinless/contract/bookings.ts'
import { queues } from '@coinless/contract/queues.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { hourlySlots } from '../../../test/support/booking-plan.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { makeDevice, type TestUser } from '../../../test/support/make.ts'
import { queueCalls } from '../../../test/support/queues.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt } = laundry(server)
const { setPlan, daysOf, book, cancel, advance, begin } = bookingCalls(server)
const inLine = queueCalls(server)

type Two = [TestUser, TestUser]

/** A room in the middle of a slot of a day. */
async function makeRoomInSlot(
  given: Parameters<typeof makeBookingRoom>[1] = {},
  current = slotIn(-12),
) {
  const room = await makeBookingRoom(server, given)
  const slots = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ weekday, starts_at: current.slice(11, 16), minutes: 24 * 60 },
  }))
  const groups = room.plan.groups.map((group) => ({ ...group, slots }))
  await setPlan(room.landlord, room.number, { ...room.plan, time_zone: 'UTC', groups })
  return { ...room, current, slots }
}

async function refusedBooking(as: TestUser, group_id: string, starts_at: string) {
  const { body } = await server.refused(bookings.book, { as, body: { group_id, starts_at } })
  return body.code
}

async function release({ id }: { id: string }) {
  await server.asOwner(
    `update bookings set release_at = now() - interval '1 second' where id = '${id}'`,
  )
  await advance()
}

async function outcomeOf({ id }: { id: string }) {
  const query = server.database.selectFrom('bookings').select('outcome').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).outcome
}

describe('a slot that its booker', () => {
  test('missed or gave up is not theirs again, and free for others', async () => {
    for (const give of [release, null]) {
      const { number, group, people, current } = await makeRoomInSlot()
      const [booker, other] = (await people(2)) as Two
      const booking = await book(booker, group, current)
      if (give) await give(booking)
      else await cancel(booker, booking)
      expect(await refusedBooking(booker, group, current)).toBe('slot_not_open')
      const states = [booker, other].map(async (as) => {
        const { groups } = await daysOf(as, number, current.slice(0, 10))
        return groups[0]?.slots.find((slot) => slot.starts_at === current)?.state
      })
      expect(await Promise.all(states)).toEqual(['past', 'free'])
      await book(other, group, current)
    }
  })

  test('cancels before it begins is theirs again', async () => {
    const { group, people } = await makeBookingRoom(server, { month_max: 1, open_max: 1 })
    const [booker] = (await people(1)) as Two
    await cancel(booker, await book(booker, group, slotIn(3)))
    await book(booker, group, slotIn(3))
  })

  test('cancels after it has begun counts in the month', async () => {
    const { group, people, current } = await makeRoomInSlot({ month_max: 1, days_ahead: 1 })
    const [booker] = (await people(1)) as Two
    const booking = await book(booker, group, current)
    await cancel(booker, booking)
    // In the month of the next slot.
    await server.asOwner(
      `update bookings set starts_at = ends_at, ended_at = ends_at, ends_at = ends_at + interval '1 day'
       where id = '${booking.id}'`,
    )
    expect(await refusedBooking(booker, group, booking.ends_at)).toBe('too_many_bookings_in_month')
  })

  test('pays for and cancels at once is used', async () => {
    const { device, group, code, people, current } = await makeRoomInSlot()
    const [booker] = (await people(1)) as Two
    const booking = await book(booker, group, current)
    await payAt(booker, device, code)
    await cancel(booker, booking)
    expect(await outcomeOf(booking)).toBe('used')
  })
})

test('a slot that was booked before the clock was set back is used once it is paid for', async () => {
  const { device, group, code, people } = await makeBookingRoom(server)
  const [booker] = (await people(1)) as Two
  const booking = await book(booker, group, slotIn(3))
  await begin(booking, 1)
  await server.asOwner(
    `update bookings set created_at = now() + interval '1 day' where id = '${booking.id}'`,
  )
  await payAt(booker, device, code)
  await release(booking)
  expect(await outcomeOf(booking)).toBeNull()
  await server.asOwner(`update bookings set created_at = starts_at where id = '${booking.id}'`)
  await begin(booking, 60)
  await advance()
  expect(await outcomeOf(booking)).toBe('used')
})

describe('a slot that has begun', () => {
  test('takes no machine from its holder or from people in line', async () => {
    const { landlord, device, number, group, people, current } = await makeRoomInSlot({
      overrun_allowed: true,
    })
    await inLine.setRules(landlord, number, { pause_minutes: 0 })
    const [first, other] = (await people(2)) as Two
    await inLine.hold(first, device)
    expect(await refusedBooking(other, group, current)).toBe('slot_taken')
    await inLine.release(first, device)
    await inLine.join(first, number)
    expect(await refusedBooking(other, group, current)).toBe('others_in_line')
    await inLine.advance()
    expect(await refusedBooking(other, group, current)).toBe('others_in_line')
    await inLine.join(other, number)
    await book(first, group, current)
  })

  test('takes a dryer that is booked later only from then on', async () => {
    const { landlord, location, number, plan, people, slots } = await makeRoomInSlot({}, slotIn(-3))
    const dryer = await makeDevice(server, landlord, { location, device_type: 'dryer' })
    const group = { id: null, name: 'Dryers', dryer_minutes: 240, slots, device_ids: [dryer.id] }
    const saved = await setPlan(landlord, number, { ...plan, time_zone: 'UTC', groups: [group] })
    await inLine.setRules(landlord, number, { queue_types: ['dryer'] })
    const [waiting, other] = (await people(2)) as Two
    const body = { device_type: 'dryer' } as const
    await server.call(queues.join, { as: waiting, params: { number }, body })
    const { machines } = await book(other, saved.groups[0]?.id as string, slotIn(-3))
    expect(Date.parse(machines[0]?.starts_at ?? '')).toBeGreaterThan(Date.now())
  })

  test('takes its machine from a hold that outlived its booking, without a mail', async () => {
    const { device, group, people } = await makeBookingRoom(server)
    const [former, booker] = (await people(2)) as Two
    const ended = await book(former, group, slotIn(3))
    await cancel(former, ended)
    await server.asOwner(`insert into machine_holds (device_id, user_id, booking_id, expires_at)
      values ('${device.id}', '${former.id}', '${ended.id}', now() + interval '1 hour')`)
    const booking = await book(booker, group, slotIn(4))
    await begin(booking)
    await advance()
    const holds = await server.database
      .selectFrom('machine_holds')
      .select(['booking_id', 'outcome'])
      .where('device_id', '=', device.id)
      .orderBy('created_at')
      .execute()
    expect(holds).toEqual([
      { booking_id: ended.id, outcome: 'unused' },
      { booking_id: booking.id, outcome: null },
    ])
    await deliverNotifications(server.database, server.parts.config)
    expect((await server.mails()).filter(({ to }) => to === former.email)).toEqual([])
  })

  test('is not the turn of people in line, even before the job holds its machines', async () => {
    const { landlord, number, group, people } = await makeBookingRoom(server, {
      overrun_allowed: true,
    })
    await inLine.setRules(landlord, number)
    const [booker, other] = (await people(2)) as Two
    const booking = await book(booker, group, slotIn(3))
    await inLine.join(other, number)
    await begin(booking)
    await inLine.advance()
    const { data } = await inLine.queuesOf(other, number)
    expect(data[0]?.entry?.turn).toBeNull()
  })
})

describe('the time to pay', () => {
  test('begins when the cycle of another that runs at its only machine ends', async () => {
    const { device, group, code, people } = await makeBookingRoom(server, { overrun_allowed: true })
    const [booker, other] = (await people(2)) as Two
    const booking = await book(booker, group, slotIn(3))
    await begin(booking, -2)
    await payAt(other, device, code)
    await begin(booking, 1)
    await advance()
    const { data } = await server.call(bookings.own, { as: booker })
    const ends = Date.now() + (device.duration_minutes + 20) * 60_000
    expect(Math.abs(Date.parse(data[0]?.release_at ?? '') - ends)).toBeLessThan(60_000)
    const held = await server.database
      .selectFrom('machine_holds')
      .select('expires_at')
      .where('booking_id', '=', booking.id)
      .executeTakeFirstOrThrow()
    expect(held.expires_at.toISOString()).toBe(data[0]?.release_at)
  })

  test('never begins if the cycle of another runs to the end of the slot', async () => {
    const { device, number, group, code, people } = await makeBookingRoom(server, {
      overrun_allowed: true,
    })
    const [booker, other] = (await people(2)) as Two
    const booking = await book(booker, group, slotIn(3))
    await begin(booking, -2)
    await payAt(other, device, code)
    await begin(booking, 1)
    await server.asOwner(
      `update cycles set ends_at = now() + interval '1 hour' where device_id = '${device.id}'`,
    )
    await advance()
    await begin(booking, 60)
    await advance()
    expect(await outcomeOf(booking)).toBe('closed')
    await deliverNotifications(server.database, server.parts.config)
    const mails = (await server.mails()).filter(({ to }) => to === booker.email)
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(`/rooms/${number}/bookings?`),
    ])
  })

  test('begins at the start if another machine of the slot is available', async () => {
    const { device, group, code, people } = await makeBookingRoom(server, {
      ...{ washers: 2, overrun_allowed: true },
    })
    const [booker, other] = (await people(2)) as Two
    const booking = await book(booker, group, slotIn(3))
    await begin(booking, -2)
    await payAt(other, device, code)
    await begin(booking, 21)
    await advance()
    expect(await outcomeOf(booking)).toBe('unused')
  })

  test('of dryers alone begins when they are theirs', async () => {
    const { landlord, location, number, plan, people } = await makeBookingRoom(server)
    const dryer = await makeDevice(server, landlord, { location, device_type: 'dryer' })
    const group = { name: 'Dryers', dryer_minutes: 60, slots: hourlySlots, device_ids: [dryer.id] }
    const saved = await setPlan(landlord, number, {
      ...plan,
      ...{ time_zone: 'UTC', groups: [{ id: null, ...group }] },
    })
    const [booker] = (await people(1)) as Two
    const { machines, release_at } = await book(booker, saved.groups[0]?.id as string, slotIn(3))
    expect(machines[0]?.starts_at).toBe(slotIn(4))
    expect(release_at).toBe(slotIn(4).replace(':00:00', ':20:00'))
  })
})
