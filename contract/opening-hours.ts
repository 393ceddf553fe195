import { z } from 'zod'
import { timeOfDay } from './device-prices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { timestamp, versionQuery } from './fields.ts'
import { inRoom } from './room-number.ts'
import { timeZone } from './time-zone.ts'

const OpenDay = z.strictObject({
  weekday: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday'),
  opens_at: timeOfDay,
  closes_at: timeOfDay.describe('At opens_at or earlier: on the next day'),
})
export type OpenDay = z.infer<typeof OpenDay>

/** When a room is open, set by its landlord. Queues and holds wait for it; payments do not. */
export const OpeningHours = z
  .strictObject({
    time_zone: timeZone
      .nullable()
      .describe('Time zone of the room. null: not chosen, only without days'),
    days: z.array(OpenDay).max(7).describe('Without any, the room is always open'),
  })
  .superRefine(({ time_zone, days }, check) => {
    const add = (path: (string | number)[], message: Problem) =>
      check.addIssue({ code: 'custom', path, message })
    if (days.length > 0 && time_zone === null) add(['time_zone'], 'required')
    for (const [index, { weekday }] of days.entries()) {
      if (days.findIndex((day) => day.weekday === weekday) < index) {
        add(['days', index, 'weekday'], 'repeated')
      }
    }
  })
export type OpeningHours = z.output<typeof OpeningHours>

const KnownHours = z.object({
  ...OpeningHours.shape,
  time_zone: z.string().nullable().describe('null: not chosen, and none is known for the place'),
})
export type KnownHours = z.infer<typeof KnownHours>

/** Whether a room with opening hours is open now. */
export const Opening = z.object({
  is_open: z.boolean(),
  changes_at: timestamp
    .nullable()
    .describe('When it closes or opens next. null: not within a week'),
})
export type Opening = z.infer<typeof Opening>

export const openingHours = {
  get: endpoint('GET', '/rooms/:number/opening-hours', {
    summary: 'Get the opening hours of a room of yours',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    reply: KnownHours,
    refusals: ['sticker_not_found', 'not_yours'],
  }),
  set: endpoint('PUT', '/rooms/:number/opening-hours', {
    summary:
      'Set the opening hours of a room of yours. While it is closed, no one can get in line or hold a machine, and queues end',
    may: 'signed-in',
    needs: 'change_devices',
    params: inRoom,
    query: versionQuery,
    body: OpeningHours,
    reply: KnownHours,
    refusals: ['sticker_not_found', 'not_yours', 'changed_meanwhile'],
  }),
}
