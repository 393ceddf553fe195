import { z } from 'zod'
import { calendarFile } from './calendars.ts'
import { deviceTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { calendarDay, id, moment, timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { inRoom } from './room-number.ts'

const BookedMachine = z.object({
  id,
  device_number: z.string(),
  device_type: z.enum(deviceTypes),
  starts_at: timestamp.describe('Later than the slot for dryers that follow the washers'),
  ends_at: timestamp,
})

/** Machines that take payments of one account only, for a slot. */
export const Booking = z.object({
  id,
  room: z.string().describe('Number of the room'),
  location: z.string(),
  time_zone: z.string().describe('Time zone of the room'),
  group_id: id,
  group: z.string().describe('Name of the group'),
  starts_at: timestamp,
  ends_at: timestamp,
  release_at: timestamp
    .nullable()
    .describe('Without a payment until then, the machines are for anyone. null: paid for'),
  machines: z.array(BookedMachine),
})
export type Booking = z.infer<typeof Booking>

/** A booking as its landlord sees it, in events. */
export const RoomBooking = Booking.pick({
  id: true,
  room: true,
  location: true,
  group_id: true,
  group: true,
  starts_at: true,
  ends_at: true,
}).extend({
  booked_by: z.string().describe('Name of the booker'),
  outcome: z
    .enum(['used', 'unused', 'cancelled', 'closed'])
    .nullable()
    .describe('closed: by the landlord, or because its machines are gone. null: open'),
})

/** `taken`: booked by someone else. `past`: over, too late to start, or missed or given up by you. */
export const slotStates = ['free', 'yours', 'taken', 'past'] as const

export const BookableSlot = z.object({
  starts_at: timestamp,
  ends_at: timestamp,
  state: z.enum(slotStates),
  booking_id: id.nullable().describe('Of your booking; for the landlord, of any'),
  booked_by: z
    .string()
    .nullable()
    .describe('Name of the booker. Only for the landlord, and staff who can change devices'),
})
export type BookableSlot = z.infer<typeof BookableSlot>

const BookableGroup = z.object({
  id,
  name: z.string(),
  dryer_minutes: z
    .int()
    .describe('By how much the slots of its dryers are later than those of its other machines'),
  machines: z.array(z.object({ id, device_number: z.string(), device_type: z.enum(deviceTypes) })),
  slots: z.array(BookableSlot).describe('By time'),
})
export type BookableGroup = z.infer<typeof BookableGroup>

/** Slots of a room on some days, as seen by one account. */
export const BookableDays = z.object({
  room: z.string().describe('Number of the room'),
  location: z.string(),
  time_zone: z.string(),
  today: z.string().describe('In the time zone of the room'),
  from: z.string().describe('First day listed'),
  until: z.string().describe('Last day listed'),
  last_day: z.string().describe('Last day that can be booked'),
  closed: z
    .array(z.object({ from: z.string(), until: z.string(), reason: z.string().nullable() }))
    .describe('Days without slots'),
  groups: z.array(BookableGroup),
  open_max: z.int(),
  open_count: z.int().describe('Your open bookings in the room'),
  month_max: z.int().nullable(),
  release_minutes: z.int(),
  guests_allowed: z.boolean(),
  is_yours: z
    .boolean()
    .describe('Whether you can change the devices of the room, and so see who booked'),
})
export type BookableDays = z.infer<typeof BookableDays>

const chosen = z.strictObject({
  group_id: id,
  starts_at: moment.describe('Start of a slot of the group'),
})

const ofBooking = z.strictObject({ id: id.describe('Id of the booking') })

const refusalsOfSlots = [
  'slot_not_found',
  'slot_not_open',
  'slot_taken',
  'others_in_line',
  'too_many_bookings',
  'too_many_bookings_in_month',
  'guests_cannot_book',
] as const

export const bookings = {
  own: endpoint('GET', '/bookings', {
    summary: 'List your open bookings by time',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    reply: z.object({ data: z.array(Booking) }),
  }),
  ofRoom: endpoint('GET', '/rooms/:number/bookings', {
    summary: `List the slots of a room on ${limits.bookingDaysShown} days`,
    may: 'signed-in',
    needs: 'read_devices',
    params: inRoom,
    query: z.strictObject({ from: calendarDay.optional().describe('First day. Default: today') }),
    reply: BookableDays,
    refusals: ['sticker_not_found', 'bookings_off'],
  }),
  book: endpoint('POST', '/bookings', {
    summary:
      'Book a slot. Its machines then take payments of your account only. No effect if you have booked it',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    body: chosen,
    reply: Booking,
    refusals: [...refusalsOfSlots, 'too_many_guests_queue'],
  }),
  move: endpoint('PATCH', '/bookings/:id', {
    summary: 'Move a booking of yours that has not begun to another slot of the room',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: ofBooking,
    body: chosen,
    reply: Booking,
    refusals: ['booking_not_found', 'booking_begun', ...refusalsOfSlots],
  }),
  cancel: endpoint('DELETE', '/bookings/:id', {
    summary: 'Cancel a booking of yours. The machines are then for anyone',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: ofBooking,
    reply: null,
    refusals: ['booking_not_found'],
  }),
  calendar: endpoint('GET', '/bookings/:id/calendar', {
    ...calendarFile,
    summary: 'Get an open booking of yours as an iCalendar file',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: ofBooking,
    refusals: ['booking_not_found'],
  }),
  cancelForOther: endpoint('DELETE', '/rooms/:number/bookings/:id', {
    summary: 'Cancel a booking in a room of yours. The booker is notified',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom.extend(ofBooking.shape),
    reply: null,
    refusals: ['sticker_not_found', 'not_yours', 'booking_not_found'],
  }),
}
