import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { inRoom } from './room-number.ts'
import { ofType } from './rooms.ts'

/** A machine that takes payments of one account only, for some minutes. */
const Held = z.object({
  device_id: id,
  device_number: z.string(),
  until: timestamp,
  remaining_seconds: z
    .int()
    .describe(
      "Seconds until then when the response was sent. Does not depend on the reader's clock",
    ),
})

/** A place in line for the next available machine of a type. */
export const QueueEntry = z.object({
  position: z.int().describe('1: first in line'),
  available_at: timestamp
    .nullable()
    .describe('Estimate from the planned ends. null: now, or not known'),
  turn: Held.nullable().describe('The machine that is held for you'),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** The queue for one type of machine, and holds of it. */
const RoomQueue = z.object({
  device_type: z.enum(deviceTypes),
  has_queue: z.boolean(),
  can_be_held: z.boolean().describe('Whether machines of this type can be held on request'),
  waiting: z.int().describe('People in line, including those with a machine held for them'),
  held: z.int().describe('Machines that people hold on request'),
  entry: QueueEntry.nullable().describe('Yours'),
})

/** Queues and holds of a room, as seen by one account. */
export const RoomQueues = z.object({
  data: z.array(RoomQueue).describe('Types with a queue or with holds'),
  hold: Held.nullable().describe('The machine that you hold on request, in any room'),
  turn_minutes: z.int().describe('How long a machine is held for the next in line'),
  hold_minutes: z.int().describe('How long a hold lasts'),
  no_hold_until: timestamp
    .nullable()
    .describe('Pause after an unused hold of yours. null: you can hold a machine'),
})
export type RoomQueues = z.infer<typeof RoomQueues>

const ofRoom = { room: z.string().describe('Number of the room'), location: z.string() }

/** An account's queue entries and hold in all rooms. */
export const OwnQueues = z.object({
  data: z.array(QueueEntry.extend({ ...ofRoom, ...ofType })),
  hold: Held.extend(ofRoom).nullable(),
})
export type OwnQueues = z.infer<typeof OwnQueues>

/** A queue entry as its landlord sees it, in events. */
export const RoomQueueEntry = z.object({
  id,
  ...ofRoom,
  ...ofType,
  created_at: timestamp,
  device_id: id.nullable().describe('The machine that is held for it, or was last'),
  outcome: z
    .enum(['served', 'left', 'missed', 'expired', 'closed'])
    .nullable()
    .describe('null: in line'),
})

const ofDevice = z.strictObject({ id: id.describe('Id of the device') })

export const queues = {
  own: endpoint('GET', '/queues', {
    summary: 'List your queue entries and your hold in all rooms',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    reply: OwnQueues,
  }),
  ofRoom: endpoint('GET', '/rooms/:number/queues', {
    summary: 'Get the queues and holds of a room',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: inRoom,
    reply: RoomQueues,
    refusals: ['sticker_not_found'],
  }),
  join: endpoint('POST', '/rooms/:number/queues', {
    summary: `Join the queue for a type of machine. An available machine is then held for the first in line, who is notified. After ${limits.missedTurns} turns without a payment the entry ends. No effect if you are in line`,
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: inRoom,
    body: z.strictObject(ofType),
    reply: RoomQueues,
    refusals: [
      'sticker_not_found',
      'queue_off',
      'room_closed',
      'queue_full',
      'too_many_queues',
      'too_many_guests_queue',
    ],
  }),
  leave: endpoint('DELETE', '/rooms/:number/queues/:device_type', {
    summary: 'Leave a queue. A machine that is held for you goes to the next in line',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: inRoom.extend(ofType),
    reply: RoomQueues,
    refusals: ['sticker_not_found'],
  }),
  hold: endpoint('POST', '/devices/:id/hold', {
    summary: 'Hold an available machine free of charge for some minutes. No effect if you hold it',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: ofDevice,
    reply: RoomQueues,
    refusals: [
      'device_not_found',
      'holds_off',
      'room_closed',
      'device_not_available',
      'others_in_line',
      'one_hold_only',
      'hold_paused',
      'too_many_guests_queue',
    ],
  }),
  release: endpoint('DELETE', '/devices/:id/hold', {
    summary: 'End your hold of a machine',
    may: 'signed-in',
    needs: 'bookings',
    isForStaff: false,
    params: ofDevice,
    reply: RoomQueues,
    refusals: ['device_not_found'],
  }),
}
