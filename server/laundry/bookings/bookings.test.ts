import { bookings } from '@coinless/contract/bookings.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { describe, expect, test } from 'vitest'
import { answered, testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom, slotIn } from '../../../test/support/bookings.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { type TestUser, termsOf } from '../../../test/support/make.ts'
import { deliverNotifications } from '../../jobs/notifications.ts'

const server = testApp({ publicUrl: 'https://coinless.example.com' })
const { payAt } = laundry(server)
const { daysOf, book, cancel, advance, begin } = bookingCalls(server)

type Three = [TestUser, TestUser, TestUser]

async function refusedPayment(as: TestUser, device: Device, prepaid_code: string) {
  const { body } = await server.refused(payments.prepaid, {
    as,
    body: { ...termsOf(device), prepaid_code },
  })
  return [body.code, body.error]
}

async function refusedBooking(as: TestUser, group_id: string, starts_at: string) {
  const { body } = await server.refused(bookings.book, { as, body: { group_id, starts_at } })
  return body.code
}

const stateOf = async (as: TestUser, number: string, starts_at: string) => {
  const { groups } = await daysOf(as, number, starts_at.slice(0, 10))
  return groups[0]?.slots.find((slot) => slot.starts_at === starts_at)
}

describe('a booked slot', () => {
  // id: bookings-1
  test('takes payments of the booker only, until it is released unused', async () => {
    const { device, number, group, code, people } = await makeBookingRoom(server)
    const [booker, other] = (await people(2)) as Three
    const booking = await book(booker, group, slotIn(3))
    expect(booking).toMatchObject({ room: number, group: 'Washers', machines: [{ id: device.id }] })
    await begin(booking)
    expect(await refusedPayment(other, device, code)).toEqual([
      'held_for_another',
      'This machine is held for someone else for 20 more min. Nothing was charged. Wait, or choose another machine.',
    ])
    await advance()
    expect((await refusedPayment(other, device, code))[0]).toBe('held_for_another')
    await begin(booking, 21)
    await payAt(other, device, code)
    await advance()
    expect((await server.call(bookings.own, { as: booker })).data).toEqual([])
  })

  test('keeps its machines to its end once its booker has paid', async () => {
    const { device, devices, group, code, people } = await makeBookingRoom(server, { washers: 2 })
    const [booker, other] = (await people(2)) as Three
    const booking = await book(booker, group, slotIn(3))
    await begin(booking)
    await advance()
    await payAt(booker, device, code)
    await advance()
    await server.asOwner(
      `update cycles set created_at = created_at - interval '25 minutes' where device_id = '${device.id}'`,
    )
    await begin(booking, 25)
    await advance()
    expect((await refusedPayment(other, devices[1] as Device, code))[1]).toMatch(/for 35 more min/)
    await begin(booking, 60)
    await advance()
    await payAt(other, devices[1] as Device, code)
  })

  test('refuses cycles of others that would run into it, unless the landlord allows them', async () => {
    for (const overrun_allowed of [false, true]) {
      const { device, group, code, people } = await makeBookingRoom(server, { overrun_allowed })
      const [booker, other] = (await people(2)) as Three
      const booking = await book(booker, group, slotIn(3))
      await begin(booking, -10)
      if (overrun_allowed) await payAt(other, device, code)
      else {
        expect(await refusedPayment(other, device, code)).toEqual([
          'runs_into_booking',
          'This machine is booked in 10 min, before this cycle would end. Nothing was charged. Choose another machine or a shorter cycle.',
        ])
        await payAt(booker, device, code)
      }
    }
  })

  test('takes no payment in the last minutes before its end', async () => {
    const { device, group, code, people } = await makeBookingRoom(server, {
      last_start_minutes: 30,
    })
    const [booker] = (await people(1)) as Three
    const booking = await book(booker, group, slotIn(3))
    await begin(booking, 31)
    await server.asOwner(`update bookings set release_at = null where id = '${booking.id}'`)
    expect(await refusedPayment(booker, device, code)).toEqual([
      'slot_ending',
      'Your booked time ends in 29 min, so no new cycle starts. Nothing was charged.',
    ])
  })
})

describe('booking', () => {
  // id: bookings-2
  test('of one slot by 100 people at once succeeds once, and refuses 99 clearly', async () => {
    const { number, group, people } = await makeBookingRoom(server)
    const users = await people(100)
    const outcomes = await Promise.all(
      users.map(async (as) => {
        const body = { group_id: group, starts_at: slotIn(5) }
        const answer = await answered(server.app, bookings.book, as, { body })
        return answer.status === 200 ? 'booked' : (answer.body as { code: string }).code
      }),
    )
    const times = (outcome: string) => outcomes.filter((each) => each === outcome).length
    expect(outcomes.filter((each) => !['booked', 'slot_taken'].includes(each))).toEqual([])
    expect([times('booked'), times('slot_taken')]).toEqual([1, 99])
    const loser = users[outcomes.indexOf('slot_taken')] as TestUser
    expect(await stateOf(loser, number, slotIn(5))).toMatchObject({
      state: 'taken',
      booking_id: null,
      booked_by: null,
    })
  })

  test('twice gives the first booking, and another machine of a shared group is taken', async () => {
    const { landlord, number, group, people } = await makeBookingRoom(server)
    const [booker] = (await people(1)) as Three
    const first = await book(booker, group, slotIn(3))
    expect(await book(booker, group, slotIn(3))).toEqual(first)
    expect(await stateOf(booker, number, slotIn(3))).toMatchObject({
      state: 'yours',
      booking_id: first.id,
    })
    expect(await stateOf(landlord, number, slotIn(3))).toMatchObject({
      state: 'taken',
      booking_id: first.id,
      booked_by: booker.full_name,
    })
  })

  test('is limited in open bookings, in the month and in time, and to slots of the plan', async () => {
    const { group, people } = await makeBookingRoom(server, { open_max: 2, days_ahead: 7 })
    const [booker] = (await people(1)) as Three
    await book(booker, group, slotIn(3))
    await book(booker, group, slotIn(4))
    expect(await refusedBooking(booker, group, slotIn(5))).toBe('too_many_bookings')
    const [other] = (await people(1)) as Three
    expect(await refusedBooking(other, group, slotIn(9 * 24))).toBe('slot_not_open')
    expect(await refusedBooking(other, group, slotIn(-3))).toBe('slot_not_open')
    expect(await refusedBooking(other, group, slotIn(3).replace(':00:00', ':15:00'))).toBe(
      'slot_not_found',
    )
  })

  test('moves at once, and not once it has begun', async () => {
    const { number, group, people } = await makeBookingRoom(server)
    const [booker, other] = (await people(2)) as Three
    const booking = await book(booker, group, slotIn(3))
    await book(other, group, slotIn(4))
    const move = (starts_at: string) => ({
      as: booker,
      params: { id: booking.id },
      body: { group_id: group, starts_at },
    })
    const { body } = await server.refused(bookings.move, move(slotIn(4)))
    expect(body.code).toBe('slot_taken')
    expect(await stateOf(booker, number, slotIn(3))).toMatchObject({ state: 'yours' })
    const moved = await server.call(bookings.move, move(slotIn(5)))
    expect(moved).toMatchObject({ id: booking.id, starts_at: slotIn(5) })
    expect(await stateOf(other, number, slotIn(3))).toMatchObject({ state: 'free' })
    await begin(booking)
    expect((await server.refused(bookings.move, move(slotIn(6)))).body.code).toBe('booking_begun')
    await cancel(booker, booking)
    expect(
      (await server.refused(bookings.cancel, { as: other, params: { id: booking.id } })).body.code,
    ).toBe('booking_not_found')
  })
})

test('books no more slots than the landlord allows for calls of one account at once', async () => {
  const { group, people } = await makeBookingRoom(server, { open_max: 2, month_max: 50 })
  const [booker] = (await people(1)) as Three
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async (_, hours) => {
      const body = { group_id: group, starts_at: slotIn(hours + 1) }
      const answer = await answered(server.app, bookings.book, booker, { body })
      return answer.status === 200 ? 'booked' : (answer.body as { code: string }).code
    }),
  )
  const refused = 'too_many_bookings'
  expect(outcomes.toSorted()).toEqual([...['booked', 'booked'], ...Array(4).fill(refused)])
})

test('lets the landlord cancel a booking with a trace, and notifies the booker', async () => {
  const { landlord, number, group, people } = await makeBookingRoom(server)
  const [booker, other] = (await people(2)) as Three
  const { id, starts_at, ends_at } = await book(booker, group, slotIn(3))
  const params = { number, id }
  expect((await server.refused(bookings.cancelForOther, { as: other, params })).body.code).toBe(
    'not_yours',
  )
  await server.call(bookings.cancelForOther, { as: landlord, params })
  expect((await server.call(bookings.own, { as: booker })).data).toEqual([])
  const events = await server.database
    .selectFrom('audit_events')
    .select('action')
    .where('actor_id', '=', landlord.id)
    .where('action', 'in', ['booking_plan_changed', 'booking_cancelled'])
    .orderBy('created_at')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['booking_plan_changed', 'booking_cancelled'])
  await deliverNotifications(server.database, server.parts.config)
  const mails = (await server.mails()).filter(({ to }) => to === booker.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your booking on .* UTC has been cancelled$/),
  ])
  const lost = new URLSearchParams({
    ...{ from: starts_at.slice(0, 10), group_id: group, starts_at, ends_at },
  })
  expect(mails[0]?.text).toContain(`/rooms/${number}/bookings?${lost}`)
})
