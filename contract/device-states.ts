import { z } from 'zod'
import { deviceActivities } from './choices.ts'
import { id, timestamp } from './fields.ts'
import { limits } from './limits.ts'

export const remainingSeconds = z
  .int()
  .nullable()
  .describe(
    "Seconds until ends_at when the response was sent. Does not depend on the reader's clock",
  )

export const isMeasured = z
  .boolean()
  .describe('true: reported by a controller. false: estimated from payments and the clock')

export const silentSince = timestamp
  .nullable()
  .describe('When the controller last sent a message, if it does not answer')

/** Current state of a device. Does not name the payer, because everyone who sees the device sees it. */
export const DeviceState = z.object({
  device_id: id,
  state: z
    .enum(deviceActivities)
    .describe(
      'in_use: runs without an open cycle, for example switched on by hand. no_answer: unknown whether it is available. done: finished a short time ago. out_of_order: closed, or its controller reports a fault',
    ),
  is_measured: isMeasured,
  since: timestamp.nullable().describe('When the device entered this state, if known'),
  ends_at: timestamp.nullable().describe('Planned end of a running cycle'),
  remaining_seconds: remainingSeconds,
  silent_since: silentSince,
  takes_payment: z
    .boolean()
    .describe(
      'false: a payment is refused, because the device runs or is out of order. A device that does not answer is asked when you pay',
    ),
  held_until: timestamp
    .nullable()
    .describe('Until then, the available device takes payments of one account only'),
  is_held_for_you: z.boolean(),
  booked_at: timestamp
    .nullable()
    .describe(
      `When the next slot begins that someone else has booked, within ${limits.bookedHoursShown} hours`,
    ),
})
export type DeviceState = z.infer<typeof DeviceState>
