import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { Device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, timestamp } from './fields.ts'
import { limits } from './limits.ts'
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
  .describe('Of any machine there, also of one that takes no payments; or its id')

const params = z.strictObject({
  sticker_number: stickerNumber.describe(
    'Of any machine there, also of one that takes no payments',
  ),
})

const place = {
  location: z.string(),
  run_by: z.string().describe('Name of the payee'),
  sticker_number: Device.shape.sticker_number.describe(
    'Of the machine that has been there longest: what a sign for the door leads to',
  ),
}

/** The machines of one landlord at one location. */
export const Room = z.object({
  ...place,
  total: z.int(),
  devices: z
    .array(Device)
    .describe(`That take payments, the first ${limits.roomDevices}, in no order`),
})
export type Room = z.infer<typeof Room>

/** One-time notification that a user requests: a machine of this type is available there, even by estimate. */
export const RoomWaits = z.object({
  data: z.array(
    z.object({
      device_type: z.enum(deviceTypes),
      expires_at: timestamp.describe('Afterwards nothing is told'),
    }),
  ),
})
export type RoomWaits = z.infer<typeof RoomWaits>

const ofType = { device_type: z.enum(deviceTypes) }

export const rooms = {
  get: endpoint('GET', '/rooms/:sticker_number', {
    summary: 'List the machines at the place of a sticker that take payments',
    may: 'signed-in',
    needs: 'read_devices',
    params: z.strictObject({ sticker_number: machine }),
    reply: Room,
    refusals: ['sticker_not_found'],
  }),
  sign: endpoint('GET', '/rooms/:sticker_number/sign', {
    summary: 'Get what stands on a sign for the door of that place',
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
    summary: 'List the types of machines that you wait for at that place',
    may: 'signed-in',
    needs: 'account',
    params,
    reply: RoomWaits,
  }),
  wait: endpoint('POST', '/rooms/:sticker_number/waits', {
    summary: `Be told once, within ${limits.roomWaitHours} hours, when a machine of a type is free at that place`,
    may: 'signed-in',
    needs: 'account',
    params,
    body: z.strictObject(ofType),
    reply: RoomWaits,
    refusals: ['sticker_not_found', 'too_many_waits'],
  }),
  stopWaiting: endpoint('DELETE', '/rooms/:sticker_number/waits/:device_type', {
    summary: 'Wait no more for a machine of a type at that place',
    may: 'signed-in',
    needs: 'account',
    params: params.extend(ofType),
    reply: RoomWaits,
  }),
}
