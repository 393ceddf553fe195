import { z } from 'zod'
import { paymentMethods, revenueGroups, revenuePeriods } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { calendarDay, id, search, text } from './fields.ts'
import { limits } from './limits.ts'
import { revenueLimits } from './revenue-limits.ts'
import { timeZone } from './time-zone.ts'

const msPerDay = 24 * 60 * 60 * 1000

interface AskedPeriod {
  period?: (typeof revenuePeriods)[number] | undefined
  from?: string | undefined
  until?: string | undefined
}

/** Questions about a period, which `checkPeriod` completes. */
export const periodFields = {
  time_zone: timeZone.describe('Time zone of the reader, in which days start'),
  period: z
    .enum(revenuePeriods)
    .optional()
    .describe('Relative to today in this time zone. Default without days: the current month'),
  from: calendarDay.optional().describe('First day. Use instead of a period'),
  until: calendarDay.optional().describe('Last day, included'),
  payment_method: z.enum(paymentMethods).optional(),
  location: text(limits.locationMax)
    .optional()
    .describe(
      'Only this place: the exact location at the time of payment, as in /revenue/places and in rows by location',
    ),
  device_id: id.optional(),
  owner: z
    .union([z.literal('all'), id])
    .optional()
    .describe('For admins: payee account, or all accounts. Default: your own'),
}

export function checkPeriod({ period, from, until }: AskedPeriod, context: z.RefinementCtx) {
  const refuse = (field: string, message: Problem) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (period && from) refuse('from', 'period_or_days')
  else if (period && until) refuse('until', 'period_or_days')
  else if (from && !until) refuse('until', 'required')
  else if (until && !from) refuse('from', 'required')
  else if (from && until && until < from) refuse('until', 'before_the_first_day')
  else if (
    from &&
    until &&
    (Date.parse(until) - Date.parse(from)) / msPerDay >= revenueLimits.revenueDays
  )
    refuse('until', 'too_many_days')
}

const question = z.strictObject(periodFields).superRefine(checkPeriod)
const groupedQuestion = z
  .strictObject({ ...periodFields, by: z.enum(revenueGroups).default('day') })
  .superRefine(checkPeriod)

const Sums = z.object({
  gross: z.number().describe('Payments'),
  refunded: z
    .number()
    .describe(
      'Refunds, on the day of the refund. A refund that failed later is subtracted on the day it failed',
    ),
  net: z.number().describe('Gross less refunds'),
  net_of_tax: z
    .number()
    .describe('Net amounts of numbered receipts with tax, less those of their credit notes'),
  tax: z
    .number()
    .describe(
      'Tax of the same receipts and credit notes, each rounded alone. Payments without them, also those that get their number in some seconds, count in gross only',
    ),
  payments: z.int(),
})

const PeriodSums = Sums.extend({
  from: z.iso.date(),
  until: z.iso.date().describe('Last day, included'),
})

export const RevenueRow = Sums.extend({
  key: z
    .string()
    .nullable()
    .describe(
      'A location, device id, device type, payment method, hour from 0 to 23, weekday from 1 for Monday to 7, or the first day of the row. null: all remaining rows together. If grouped by time, these are days of longer earlier periods',
    ),
  device: z
    .object({ label: z.string(), device_number: z.string(), location: z.string() })
    .nullable()
    .describe('If grouped by device: the device at its last payment in these periods'),
  before: z.number().describe('Net amount of this row in the previous period'),
  before_payments: z.int().describe('Payments of this row in the previous period'),
  year_before: z.number().describe('Net amount of this row a year earlier'),
  year_before_payments: z.int().describe('Payments of this row a year earlier'),
})
export type RevenueRow = z.infer<typeof RevenueRow>

export const RevenueFigures = z.object({
  total: PeriodSums,
  before: PeriodSums.describe('The previous period of the same length or kind'),
  year_before: PeriodSums.describe('The same period a year earlier. For weeks, 52 weeks earlier'),
  rows: z
    .array(RevenueRow)
    .describe(
      `Grouped by time, hour or weekday: all rows, in order. Otherwise rows with the highest net revenue first, at most ${revenueLimits.revenueRows}, and one row for the rest. The rows add up to the totals`,
    ),
  has_tax: z.boolean().describe('Whether the account has, or had, a tax rate. If not, tax is 0'),
  topped_up: z
    .object({ gross: z.number(), net_of_tax: z.number(), tax: z.number() })
    .nullable()
    .describe(
      'Receipts with tax of card top-ups in the period, less credit notes, if their tax is due at the sale of a code. They are not in total and rows, which count payments. null: none',
    ),
  unused_prepaid: z
    .number()
    .nullable()
    .describe(
      'Current balance of all codes that the account issued. null for staff with limited places',
    ),
  has_card_payments: z
    .boolean()
    .describe('Whether gross includes card payments. Processor fees are not deducted'),
})
export type RevenueFigures = z.infer<typeof RevenueFigures>

export const revenue = {
  get: endpoint('GET', '/revenue', {
    summary: 'Get the revenue of a period by place, device, type, method, hour, weekday or time',
    may: 'account',
    needs: 'read_money',
    isForStaff: 'places',
    query: groupedQuestion,
    reply: RevenueFigures,
    refusals: ['admin_only', 'user_not_found', 'period_too_long'],
  }),
  places: endpoint('GET', '/revenue/places', {
    summary: `List the locations of your devices by name, also of deleted ones, at most ${revenueLimits.revenuePlaces}`,
    may: 'account',
    needs: 'read_money',
    isForStaff: 'places',
    query: z.strictObject({
      search: search.describe('Part of a location'),
      owner: id.optional().describe('For admins: payee account. Default: your own'),
    }),
    reply: z.object({ data: z.array(z.string()) }),
    refusals: ['admin_only', 'user_not_found'],
  }),
  export: endpoint('GET', '/revenue/export', {
    summary: 'Export the revenue rows of a period as CSV',
    may: 'account',
    needs: 'read_money',
    query: groupedQuestion,
    reply: z.string(),
    replyType: 'csv',
    refusals: ['admin_only', 'user_not_found', 'period_too_long', 'export_running', 'too_busy'],
  }),
  bookkeeping: endpoint('GET', '/revenue/bookkeeping', {
    summary: 'Export every payment and refund of a period as CSV for bookkeeping, oldest first',
    may: 'account',
    needs: 'read_money',
    query: question,
    reply: z.string(),
    replyType: 'csv',
    refusals: ['admin_only', 'user_not_found', 'period_too_long', 'export_running', 'too_busy'],
  }),
}
export type RevenueQuestion = z.output<typeof question>
export type GroupedRevenueQuestion = z.output<typeof groupedQuestion>
