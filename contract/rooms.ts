import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { DeviceState } from './cycles.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, timestamp } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { publicOrigin } from './public-origin.ts'
import { stickerNumberOf } from './sticker-numbers.ts'
import { stickerNumber } from './typed-fields.ts'

/** From a saved URL. Its machine may be closed and then no longer reveals its sticker number. */
const machine = z
  .string()
  .refine(
    (given) => stickerNumberOf(given) !== null || id.safeParse(given).success,
    'not_a_sticker' satisfies Problem,
  )
  .transform((given) => stickerNumberOf(given) ?? given)
  .describe('Sticker number or id of any machine there, including machines that take no payments')

const params = z.strictObject({
  sticker_number: stickerNumber.describe(
    'Sticker number of any machine there, including machines that take no payments',
  ),
})

const place = {
  location: z.string(),
  run_by: z.string().describe('Name of the payee'),
  sticker_number: Device.shape.sticker_number.describe(
    'Sticker number of the machine that has been there longest. A door sign links to it',
  ),
}

/** The machines of one landlord at one location. */
export const Room = z.object({
  ...place,
  total: z.int(),
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
  sticker_number: place.sticker_number,
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

const ofType = { device_type: z.enum(deviceTypes) }

export const rooms = {
  scanned: endpoint('GET', '/stickers/:sticker_number', {
    summary: 'Get the machine with a sticker number, and available machines beside it',
    may: 'anyone',
    params,
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
  get: endpoint('GET', '/rooms/:sticker_number', {
    summary: 'List the machines that take payments at the place of a sticker',
    may: 'signed-in',
    needs: 'read_devices',
    params: z.strictObject({ sticker_number: machine }),
    reply: Room,
    refusals: ['sticker_not_found'],
  }),
  sign: endpoint('GET', '/rooms/:sticker_number/sign', {
    summary: 'Get the content of a door sign for the place',
    may: 'signed-in',
    needs: 'read_devices',
    params,
    reply: z.object({
      ...place,
      ...publicOrigin('a sign adds /rooms/ and the number'),
    }),
    refusals: ['sticker_not_found'],
  }),
  waits: endpoint('GET', '/rooms/:sticker_number/waits', {
    summary: 'List the machine types that you wait for at the place',
    may: 'signed-in',
    needs: 'account',
    params,
    reply: RoomWaits,
  }),
  wait: endpoint('POST', '/rooms/:sticker_number/waits', {
    summary: `Get notified once when a machine of a type becomes available at the place within ${limits.roomWaitHours} hours`,
    may: 'signed-in',
    needs: 'account',
    params,
    body: z.strictObject(ofType),
    reply: RoomWaits,
    refusals: ['sticker_not_found', 'too_many_waits'],
  }),
  stopWaiting: endpoint('DELETE', '/rooms/:sticker_number/waits/:device_type', {
    summary: 'Stop waiting for a machine type at the place',
    may: 'signed-in',
    needs: 'account',
    params: params.extend(ofType),
    reply: RoomWaits,
  }),
}
