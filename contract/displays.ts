import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { Cycle } from './cycles.ts'
import { DeviceState } from './device-states.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'
import { languages } from './languages.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { Opening } from './opening-hours.ts'
import { payments } from './payments.ts'
import { publicOrigin } from './public-origin.ts'
import { inRoom } from './room-number.ts'
import { Transaction } from './transactions.ts'

/** Prefix of every secret of a display, so that a leaked one is recognizable. */
export const displayPrefix = 'coinless_display_'

/** How a display shows people in line. */
export const shownPeople = ['positions', 'initials'] as const
export type ShownPeople = (typeof shownPeople)[number]

const chosen = {
  name: text(limits.displayNameMax),
  language: z.enum(languages),
  shows_people: z
    .enum(shownPeople)
    .describe('How people in line are shown: by their position, or also by their initials'),
  takes_payments: z
    .boolean()
    .describe('Whether people pay there with a prepaid code, without an account. Needs touch'),
}

/** A screen on the wall of a room. */
export const Display = z.object({
  id,
  ...chosen,
  name: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp
    .nullable()
    .describe('When it last asked for the room, to the minute. null: never'),
})
export type Display = z.infer<typeof Display>

export const WithDisplaySecret = Display.extend({
  secret: z
    .string()
    .describe('Follows # in the address of the display, /display. Returned only once'),
})
export type WithDisplaySecret = z.infer<typeof WithDisplaySecret>

const DisplayedMachine = z.object({
  ...Device.pick({ device_number: true, label: true, device_type: true, sticker_number: true })
    .shape,
  ...DeviceState.omit({ takes_payment: true, is_held_for_you: true }).shape,
})
export type DisplayedMachine = z.infer<typeof DisplayedMachine>

const DisplayedQueue = z.object({
  device_type: z.enum(deviceTypes),
  waiting: z.int().describe('People in line, including those with a machine held for them'),
  first: z
    .array(
      z.object({
        position: z.int(),
        initials: z.string().nullable().describe('null: not shown, or a guest'),
        device_number: z.string().nullable().describe('The machine that is held for them'),
      }),
    )
    .describe(`The first in line, at most ${limits.displayedInLine}`),
})
export type DisplayedQueue = z.infer<typeof DisplayedQueue>

const DisplayedBooking = z.object({
  group: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  initials: z.string().nullable().describe('null: not shown, or a guest'),
})

/** What a display shows. */
export const DisplayedRoom = z.object({
  location: z.string(),
  number: z.string().describe('Number of the room'),
  run_by: z.string().nullable().describe('Name of the payee. null: no machine takes payments'),
  language: chosen.language,
  opening: Opening.nullable().describe('null: always open'),
  shows_people: z.enum(shownPeople),
  takes_payments: chosen.takes_payments,
  machines: z
    .array(DisplayedMachine)
    .describe(`Machines that take payments, at most ${limits.roomDevices}, unsorted`),
  queues: z.array(DisplayedQueue).describe('Of the types that people queue for'),
  bookings: z
    .array(DisplayedBooking)
    .describe(
      `Open bookings that begin on this day of the room, by time, at most ${limits.displayedBookings}`,
    ),
  time_zone: z.string().nullable().describe('Of the slots. null: the room has none'),
  ...publicOrigin('a display adds /rooms/ and the number'),
})
export type DisplayedRoom = z.infer<typeof DisplayedRoom>

/** What the screen shows of a payment made at it. */
export const DisplayPayment = Cycle.pick({
  state: true,
  ends_at: true,
  remaining_seconds: true,
  given_back: true,
})
export type DisplayPayment = z.infer<typeof DisplayPayment>

export const displays = {
  list: endpoint('GET', '/rooms/:number/displays', {
    summary: `List the displays of a room of yours, at most ${limits.displaysOfRoom}, newest first`,
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    reply: z.object({ data: z.array(Display) }),
    refusals: ['sticker_not_found', 'not_yours'],
  }),
  create: endpoint('POST', '/rooms/:number/displays', {
    summary:
      'Add a display to a room of yours. Its secret opens only what the display shows, and is returned only once',
    may: 'account',
    needs: 'change_devices',
    params: inRoom,
    body: z.strictObject(chosen),
    reply: WithDisplaySecret,
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['sticker_not_found', 'not_yours', 'too_many_displays', 'display_not_found'],
    // Each can try codes like a new guest.
    requestsPerMinute: requestsPerMinute.guest,
  }),
  change: endpoint('PATCH', '/rooms/:number/displays/:id', {
    summary: 'Change a display. It shows the change at once. Omitted fields are unchanged',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom.extend({ id }),
    body: z.strictObject(chosen).partial(),
    reply: Display,
    refusals: ['sticker_not_found', 'not_yours', 'display_not_found'],
    // Payments that are turned off and on can try codes like a new guest.
    requestsPerMinute: requestsPerMinute.guest,
  }),
  end: endpoint('DELETE', '/rooms/:number/displays/:id', {
    summary: 'Revoke a display. It shows nothing more within seconds',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom.extend({ id }),
    reply: null,
    refusals: ['sticker_not_found', 'not_yours', 'display_not_found'],
  }),
  show: endpoint('GET', '/displays/room', {
    summary: 'Get what a display shows. Send its secret as a bearer token',
    may: 'anyone',
    reply: DisplayedRoom,
    refusals: ['display_not_found'],
  }),
  events: endpoint('GET', '/displays/events', {
    summary:
      'Stream what a display shows as server-sent events: at once, and after each change. Send its secret as a bearer token',
    may: 'anyone',
    reply: DisplayedRoom,
    replyType: 'events',
    refusals: ['display_not_found', 'too_busy'],
  }),
  pay: endpoint('POST', '/displays/payments', {
    summary:
      'Pay with a prepaid code at a machine of the room of a display that takes payments. Send its secret as a bearer token',
    may: 'anyone',
    body: payments.prepaid.body.omit({ keep_code: true, pay_again: true }),
    reply: z.object({
      remaining_balance: z.number(),
      transaction: Transaction.pick({ id: true, device_number: true, amount: true }),
    }),
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'display_not_found',
      ...payments.prepaid.refusals.filter((refusal) => refusal !== 'paid_already'),
    ],
  }),
  payment: endpoint('GET', '/displays/payments/:id', {
    summary:
      'Get whether a machine that was paid for at a display runs. Send its secret as a bearer token',
    may: 'anyone',
    params: z.strictObject({ id }),
    reply: DisplayPayment,
    // Malformed ids get the first one.
    refusals: ['cycle_not_found', 'display_not_found'],
  }),
}
