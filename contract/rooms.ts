import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { DeviceState } from './device-states.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp, versionQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { Opening, OpeningHours } from './opening-hours.ts'
import { publicOrigin } from './public-origin.ts'
import { inRoom } from './room-number.ts'
import { stickerNumber } from './typed-fields.ts'

const place = {
  location: z.string(),
  run_by: z.string().describe('Name of the payee'),
  number: z.string().describe('Number of the room, which it keeps. Door signs link to it'),
}

/** The machines of one landlord at one location, which the landlord has accepted. */
export const Room = z.object({
  id,
  ...place,
  total: z.int(),
  is_yours: z.boolean().describe('Whether you can change its rules'),
  has_bookings: z.boolean().describe('Whether its machines can be booked'),
  opening: Opening.extend({ days: OpeningHours.shape.days, time_zone: z.string() })
    .nullable()
    .describe('null: always open'),
  devices: z
    .array(Device)
    .describe(`Machines that take payments, at most ${limits.roomDevices}, unsorted`),
})
export type Room = z.infer<typeof Room>

const onSticker = {
  label: true,
  device_number: true,
  device_type: true,
  sticker_number: true,
  location: true,
  duration_minutes: true,
  price: true,
  offers: true,
} as const

/** What anyone at a machine sees before sign-in: the facts on it, its state, and what else is available there. */
export const ScannedMachine = Device.pick(onSticker).extend({
  is_open: z.boolean().describe('false: out of service, takes no payments'),
  now: DeviceState.omit({ device_id: true }),
  others: z
    .array(Device.pick(onSticker))
    .describe(
      `Available machines at the same place, of the same type first, at most ${limits.scannedOthers}. Empty if the machine itself is available`,
    ),
})
export type ScannedMachine = z.infer<typeof ScannedMachine>

/** A room where the caller has paid recently. */
export const RecentRoom = z.object({
  location: place.location,
  number: place.number,
  available: z.int().describe('Machines that are available, even by estimate'),
  total: z
    .int()
    .describe(`Machines that take payments, of which at most ${limits.roomDevices} count`),
  recent_devices: z
    .array(id)
    .describe('Devices there that you paid at and that take payments, last paid first'),
})
export type RecentRoom = z.infer<typeof RecentRoom>

/** One-time notification that a user requests: a machine of this type is available there, even by estimate. */
export const RoomWaits = z.object({
  data: z.array(
    z.object({
      device_type: z.enum(deviceTypes),
      expires_at: timestamp.describe('After this time you are no longer notified'),
    }),
  ),
})
export type RoomWaits = z.infer<typeof RoomWaits>

export const ofType = { device_type: z.enum(deviceTypes) }

const ofTypes = (what: string) =>
  z.array(z.enum(deviceTypes)).max(deviceTypes.length).describe(what)
const minutesUpTo = (most: number) => z.int().min(1).max(most)

/** Rules of a room, set by its landlord. All are off at first. */
export const RoomRules = z.strictObject({
  queue_types: ofTypes('Types of machines that people queue for'),
  hold_types: ofTypes('Types of machines that can be held free of charge before one goes there'),
  turn_minutes: minutesUpTo(limits.turnMinutesMax).describe(
    'How long an available machine is held for the next in line',
  ),
  hold_minutes: minutesUpTo(limits.holdMinutesMax).describe('How long a hold lasts'),
  pause_minutes: z
    .int()
    .min(0)
    .max(limits.holdPauseMinutesMax)
    .describe('After a hold that was not used, how long the same account cannot hold again'),
})
export type RoomRules = z.infer<typeof RoomRules>

export const rooms = {
  scanned: endpoint('GET', '/stickers/:sticker_number', {
    summary: 'Get the machine with a sticker number, and available machines beside it',
    may: 'anyone',
    params: z.strictObject({ sticker_number: stickerNumber }),
    reply: ScannedMachine,
    refusals: ['sticker_not_found'],
    requestsPerMinute: requestsPerMinute.scan,
  }),
  recent: endpoint('GET', '/rooms', {
    summary: `List the rooms where you paid within ${limits.recentRoomDays} days, last paid first, at most ${limits.recentRooms}`,
    may: 'signed-in',
    needs: 'account',
    reply: z.object({ data: z.array(RecentRoom) }),
  }),
  get: endpoint('GET', '/rooms/:number', {
    summary: 'List the machines of a room that take payments',
    may: 'signed-in',
    needs: 'read_devices',
    params: inRoom,
    reply: Room,
    refusals: ['sticker_not_found'],
  }),
  sign: endpoint('GET', '/rooms/:number/sign', {
    summary: 'Get the content of a door sign for a room',
    may: 'signed-in',
    needs: 'read_devices',
    params: inRoom,
    reply: z.object({
      ...place,
      ...publicOrigin('a sign adds /rooms/ and the number'),
    }),
    refusals: ['sticker_not_found'],
  }),
  rules: endpoint('GET', '/rooms/:number/rules', {
    summary: 'Get the rules of a room of yours: queues and holds',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    reply: RoomRules,
    refusals: ['sticker_not_found', 'not_yours'],
  }),
  setRules: endpoint('PUT', '/rooms/:number/rules', {
    summary:
      'Set the rules of a room of yours. A queue that is turned off ends; those in line are notified',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    query: versionQuery,
    body: RoomRules,
    reply: RoomRules,
    refusals: ['sticker_not_found', 'not_yours', 'changed_meanwhile'],
  }),
  waits: endpoint('GET', '/rooms/:number/waits', {
    summary: 'List the machine types that you wait for in a room',
    may: 'signed-in',
    needs: 'account',
    params: inRoom,
    reply: RoomWaits,
    refusals: ['sticker_not_found'],
  }),
  wait: endpoint('POST', '/rooms/:number/waits', {
    summary: `Get notified once when a machine of a type becomes available in a room within ${limits.roomWaitHours} hours`,
    may: 'signed-in',
    needs: 'account',
    params: inRoom,
    body: z.strictObject(ofType),
    reply: RoomWaits,
    refusals: ['sticker_not_found', 'too_many_waits'],
  }),
  stopWaiting: endpoint('DELETE', '/rooms/:number/waits/:device_type', {
    summary: 'Stop waiting for a machine type in a room',
    may: 'signed-in',
    needs: 'account',
    params: inRoom.extend(ofType),
    reply: RoomWaits,
    refusals: ['sticker_not_found'],
  }),
}
