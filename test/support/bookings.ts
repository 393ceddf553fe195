import { type BookingPlan, bookingPlans } from '@coinless/contract/booking-plans.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { advanceBookings, closeBookings } from '../../server/laundry/bookings/advance.ts'
import type { TestApp } from './app.ts'
import { dailyPlan } from './booking-plan.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, type TestUser } from './make.ts'

/** What tests of bookings call. */
export function bookingCalls(server: TestApp) {
  return {
    setPlan: (as: TestUser, number: string, plan: BookingPlan) =>
      server.call(bookingPlans.set, { as, params: { number }, body: plan }),
    daysOf: (as: TestUser, number: string, from?: string) =>
      server.call(bookings.ofRoom, { as, params: { number }, query: { from } }),
    book: (as: TestUser, group_id: string, starts_at: string) =>
      server.call(bookings.book, { as, body: { group_id, starts_at } }),
    cancel: (as: TestUser, { id }: { id: string }) =>
      server.call(bookings.cancel, { as, params: { id } }),
    /** Runs the background jobs of several servers at once. */
    advance: async () => {
      await Promise.all([1, 2].map(() => closeBookings(server.parts)))
      await Promise.all([1, 2].map(() => advanceBookings(server.parts)))
    },
    /** As if the slot had begun so many minutes ago. */
    begin: ({ id }: { id: string }, minutes = 0) =>
      server.asOwner(`
        with moved as (
          update bookings set starts_at = starts_at - by, ends_at = ends_at - by, release_at = release_at - by,
            created_at = created_at - by
          from (
            select starts_at - now() + interval '${minutes} minutes' as by from bookings where id = '${id}'
          ) as shift
          where id = '${id}' returning by
        ), holds as (
          update machine_holds set created_at = created_at - by, expires_at = expires_at - by
          from moved where booking_id = '${id}'
        )
        update booked_machines set period = tstzrange(lower(period) - by, upper(period) - by)
        from moved where booking_id = '${id}'`),
  }
}

/** A room with one group of washers without controllers, and an hourly slot. */
export async function makeBookingRoom(
  server: TestApp,
  { washers = 1, ...given }: { washers?: number } & Partial<BookingPlan> = {},
) {
  const landlord = await makeLandlord(server, { email_verified: true })
  const location = `Cellar of ${landlord.id}`
  const devices: Device[] = []
  for (let left = washers; left > 0; left--) {
    devices.push(await makeDevice(server, landlord, { location }))
  }
  const [device] = devices as [Device]
  const number = device.sticker_number
  const plan = { ...dailyPlan(...devices.map(({ id }) => id)), ...given }
  const saved = await bookingCalls(server).setPlan(landlord, number, plan)
  const { code } = await makeCode(server, landlord)
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeUser(server, { email_verified: true })))
  const group = saved.groups[0]?.id as string
  return { landlord, location, device, devices, number, code, group, plan: saved, people }
}

/** The start of the slot so many hours after the next full hour. */
export function slotIn(hours: number): string {
  const hour = 3_600_000
  return new Date((Math.floor(Date.now() / hour) + 1 + hours) * hour).toISOString()
}
