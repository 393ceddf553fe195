import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, timestamp } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'

/** Prefix of every secret of a calendar feed, so that a leaked one is recognizable. */
export const calendarPrefix = 'coinless_calendar_'

/** A feed of an account's bookings, for calendar apps. */
export const Calendar = z.object({
  id,
  created_at: timestamp,
  last_fetched_at: timestamp
    .nullable()
    .describe('When a calendar app last fetched it, to the minute. null: never'),
})
export type Calendar = z.infer<typeof Calendar>

const WithCalendarSecret = Calendar.extend({
  secret: z
    .string()
    .describe('Follows /api/calendars/ in the address of the feed. Returned only once'),
})

/** A file of events, RFC 5545. */
export const calendarFile = {
  reply: z.string(),
  replyType: 'calendar',
} as const

const ofOwner = { may: 'signed-in', needs: 'account', isForStaff: false } as const

export const calendars = {
  get: endpoint('GET', '/calendar', {
    ...ofOwner,
    summary: 'Get the calendar feed of your bookings',
    reply: Calendar.nullable().describe('null: you have none'),
  }),
  create: endpoint('POST', '/calendar', {
    ...ofOwner,
    summary:
      'Create a calendar feed of your bookings. It replaces the former one, whose address ends. Its secret is returned only once',
    reply: WithCalendarSecret,
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['calendar_not_found'],
  }),
  end: endpoint('DELETE', '/calendar', {
    ...ofOwner,
    summary: 'End the calendar feed of your bookings. No effect if you have none',
    reply: null,
  }),
  feed: endpoint('GET', '/calendars/:feed_secret', {
    ...calendarFile,
    summary: `Get your open bookings, and those you used in the last ${limits.calendarPastDays} days, as an iCalendar file. The address contains the secret, because calendar apps send nothing else. Keep it like a password`,
    may: 'anyone',
    params: z.strictObject({
      feed_secret: z
        .string()
        .max(limits.tokenMax)
        .regex(/^[\w-]+$/, 'not_an_id' satisfies Problem),
    }),
    refusals: ['calendar_not_found'],
    requestsPerMinute: requestsPerMinute.calendar,
  }),
}
