import type { Slot } from '@coinless/contract/booking-plans.ts'
import type { BookableSlot } from '@coinless/contract/bookings.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { bookingCalls, makeBookingRoom } from '../../../test/support/bookings.ts'

const server = testApp()
const { setPlan, daysOf, book, cancel, advance, begin } = bookingCalls(server)

/** Some skip or repeat half an hour, midnight, or the hour before it. */
const zones = [
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Africa/Cairo',
  'America/Nuuk',
  'Pacific/Chatham',
] as const
const daySeconds = 86_400_000
const weekMinutes = 7 * 24 * 60

function offsetIn(timeZone: string, at: number) {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
}

/** Days before the clock changes, in a year from now. */
function daysBeforeChanges(zone: string): string[] {
  const today = Math.floor(Date.now() / daySeconds) + 2
  const days = Array.from({ length: 366 }, (_, day) => (today + day) * daySeconds)
  return days
    .filter((day) => offsetIn(zone, day) !== offsetIn(zone, day + daySeconds))
    .map((day) => new Date(day - daySeconds).toISOString().slice(0, 10))
}

/** Slots of such lengths, one after the other, through the whole week. */
function weekOf(lengths: readonly number[]): Slot[] {
  const slots: Slot[] = []
  for (let start = 0; start < weekMinutes; ) {
    const wanted = slots.length < 150 ? (lengths[slots.length % lengths.length] ?? 60) : 1440
    const rest = weekMinutes - start - wanted
    const minutes = rest < 15 ? weekMinutes - start : wanted
    const time = [Math.floor((start % 1440) / 60), start % 60]
    const starts_at = time.map((part) => String(part).padStart(2, '0')).join(':')
    slots.push({
      weekday: Math.floor(start / 1440) + 1,
      starts_at,
      minutes: Math.min(minutes, 1440),
    })
    start += minutes
  }
  return slots
}

async function bookThemAll(
  room: Awaited<ReturnType<typeof makeBookingRoom>>,
  slots: BookableSlot[],
) {
  const [booker] = await room.people(1)
  if (!booker) return
  const made = []
  for (const { starts_at, ends_at } of slots) {
    const booking = await book(booker, room.group, starts_at)
    expect(booking.machines).toMatchObject([{ starts_at, ends_at }])
    made.push(booking)
  }
  const [first, ...others] = made
  for (const each of others) await cancel(booker, each)
  if (!first) return
  await begin(first)
  await advance()
  const held = await server.database
    .selectFrom('machine_holds')
    .select('device_id')
    .where('booking_id', '=', first.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(held).toEqual([{ device_id: room.device.id }])
  await cancel(booker, first)
}

// id: any-clock-1
test('follows one slot after the other without gap or overlap when the clock changes', async () => {
  const length = fc.constantFrom(60, 90, 105, 180, 240, 1440)
  const lengths = fc.array(fc.oneof(length, fc.constantFrom(15, 30, 45)), {
    minLength: 2,
    maxLength: 9,
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), lengths, async (zone, chosen) => {
      const room = await makeBookingRoom(server, { open_max: 50 })
      const groups = room.plan.groups.map((group) => ({ ...group, slots: weekOf(chosen) }))
      await setPlan(room.landlord, room.number, { ...room.plan, time_zone: zone, groups })
      // Further ahead than a landlord may choose.
      await server.asOwner(`update rooms set booking_rules = booking_rules || '{"days_ahead": 800}'
        where number = '${room.number}'`)
      for (const day of daysBeforeChanges(zone)) {
        const slots = (await daysOf(room.landlord, room.number, day)).groups[0]?.slots ?? []
        expect(slots.slice(1).map(({ starts_at }) => starts_at)).toEqual(
          slots.slice(0, -1).map(({ ends_at }) => ends_at),
        )
        const isChange = ({ starts_at, ends_at }: BookableSlot) =>
          offsetIn(zone, Date.parse(starts_at)) !== offsetIn(zone, Date.parse(ends_at))
        const change = slots.findIndex(isChange)
        expect(change).toBeGreaterThanOrEqual(0)
        await bookThemAll(room, slots.slice(Math.max(0, change - 1), change + 2))
      }
    }),
    { numRuns: Number(process.env.QUEUE_RUNS ?? 5) },
  )
})
