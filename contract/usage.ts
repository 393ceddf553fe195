import { z } from 'zod'
import { deviceTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { checkPeriod, periodFields } from './revenue.ts'
import { revenueLimits } from './revenue-limits.ts'

const { payment_method: _, ...usageFields } = periodFields
const fields = {
  ...usageFields,
  time_zone: periodFields.time_zone.describe(
    'Time zone of the reader, in which periods are relative to today. Hours and days are those of each place, or of this zone where a place has none',
  ),
  location: periodFields.location.describe('Only this place: the exact current location'),
}
const question = z.strictObject(fields).superRefine(checkPeriod)
const fileQuestion = z
  .strictObject({
    ...fields,
    rows: z.enum(['hours', 'rooms']).default('hours').describe('Which rows the file has'),
  })
  .superRefine(checkPeriod)

const UsageHour = z.object({
  weekday: z.int().describe('From 1 for Monday to 7'),
  hour: z.int().describe('From 0 to 23'),
  cycles: z.int().describe('Cycles that started in this hour'),
  minutes_in_use: z.number(),
  minutes_available: z
    .number()
    .describe(
      'Minutes of all machines, from when each was added or accepted until it was deleted. Machines that take no payments now count if they ran in the period',
    ),
  share_in_use: z
    .number()
    .nullable()
    .describe('From 0 to 1. null: no machine in this hour of the week'),
})
export type UsageHour = z.infer<typeof UsageHour>

const count = z.int()
const wait = z.number().nullable()

const UsageRoom = z.object({
  room: z.string().describe('Number of the room'),
  location: z.string(),
  device_type: z.enum(deviceTypes),
  joined: count.describe('Queue entries made in the period'),
  served: count.describe('Of these, entries that ended with a payment in the room'),
  missed: count.describe(`Of these, entries that ended after ${limits.missedTurns} missed turns`),
  left: count.describe('Of these, entries that people left'),
  median_wait_minutes: wait.describe(
    'Minutes from joining to the first turn that was used or missed. null: no such turn',
  ),
  p90_wait_minutes: wait.describe('90 of 100 waited no longer'),
  holds: count.describe('Holds on request, without turns'),
  holds_used: count,
  holds_unused: count.describe('Holds that expired. Others were given up, or the machine closed'),
  bookings: count.describe('Booked slots that were used or released unused'),
  bookings_unused: count,
})
export type UsageRoom = z.infer<typeof UsageRoom>

export const UsageFigures = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('Last day, included'),
  hours: z.array(UsageHour).describe('Each hour of the week in order, from Monday 0 to Sunday 23'),
  rooms: z
    .array(UsageRoom)
    .describe(
      `Rooms and types with queue entries, holds or bookings, those with the most first, at most ${revenueLimits.revenueRows}. Entries and holds are kept for ${limits.queueKeptDays} days after they end, bookings for ${limits.bookingKeptDays}`,
    ),
})
export type UsageFigures = z.infer<typeof UsageFigures>

const refusals = ['admin_only', 'user_not_found', 'period_too_long'] as const

export const usage = {
  get: endpoint('GET', '/revenue/usage', {
    summary: 'Get the use of your machines by weekday and hour, and the waiting times of queues',
    may: 'account',
    needs: 'read_money',
    isForStaff: 'places',
    query: question,
    reply: UsageFigures,
    refusals: [...refusals],
  }),
  export: endpoint('GET', '/revenue/usage/export', {
    summary: 'Export the use of your machines, or the waiting times of queues, as CSV',
    may: 'account',
    needs: 'read_money',
    query: fileQuestion,
    reply: z.string(),
    replyType: 'csv',
    refusals: [...refusals, 'export_running', 'too_busy'],
  }),
}
export type UsageQuestion = z.output<typeof question>
export type UsageFileQuestion = z.output<typeof fileQuestion>
