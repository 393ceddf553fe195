import { z } from 'zod'
import { paymentMethods, revenueGroups, revenuePeriods } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, text } from './fields.ts'
import { limits } from './limits.ts'
import { revenueLimits } from './revenue-limits.ts'
import { timeZone } from './time-zone.ts'

const isoDay = z.iso
  .date('not_a_day' satisfies Problem)
  .refine(
    (day) => day >= `${limits.yearMin}` && day < `${revenueLimits.revenueYearMax + 1}`,
    'not_a_day' satisfies Problem,
  )
const msPerDay = 24 * 60 * 60 * 1000

interface AskedPeriod {
  period?: (typeof revenuePeriods)[number] | undefined
  from?: string | undefined
  until?: string | undefined
}

const periodFields = {
  time_zone: timeZone.describe('In which days begin: that of whoever looks at the figures'),
  period: z
    .enum(revenuePeriods)
    .optional()
    .describe('As of today in that time zone; without it and without days this month'),
  from: isoDay.optional().describe('The first day, instead of a period'),
  until: isoDay.optional().describe('The last day'),
  payment_method: z.enum(paymentMethods).optional(),
  location: text(limits.locationMax).optional().describe('As it was at the time of payment'),
  device_id: id.optional(),
  owner: z
    .union([z.literal('all'), id])
    .optional()
    .describe(
      'For admins: what was paid to this account, or to all; without it what was paid to you',
    ),
}

function checkPeriod({ period, from, until }: AskedPeriod, context: z.RefinementCtx) {
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
  gross: z.number().describe('Dollars that were paid'),
  refunded: z.number().describe('Dollars that were given back, on the day they were given back'),
  net: z.number().describe('Dollars: gross without what was given back'),
  payments: z.int(),
})

const PeriodSums = Sums.extend({
  from: z.iso.date(),
  until: z.iso.date().describe('The last day'),
})

export const RevenueRow = Sums.extend({
  key: z
    .string()
    .nullable()
    .describe(
      'A location, the id of a device, a device type, a payment method, an hour from 0 to 23, a weekday from 1 for Monday to 7, or the first day of the row; null: all that have no row of their own',
    ),
  device: z
    .object({ label: z.string(), device_number: z.string(), location: z.string() })
    .nullable()
    .describe('By device: as it was at its last payment in these periods'),
  before: z.number().describe('Net dollars of the same row in the period before'),
  year_before: z.number().describe('Net dollars of the same row a year before'),
})
export type RevenueRow = z.infer<typeof RevenueRow>

export const RevenueFigures = z.object({
  total: PeriodSums,
  before: PeriodSums.describe('The period of the same length or kind right before'),
  year_before: PeriodSums.describe('The same period a year before; of weeks, 52 weeks before'),
  rows: z
    .array(RevenueRow)
    .describe(
      `By time, hour and weekday all that there are, in order; else those with the most net revenue first, at most ${revenueLimits.revenueRows}, and the rest as one`,
    ),
  unused_prepaid: z
    .number()
    .nullable()
    .describe(
      'Dollars left, now, on the codes that the account issued: paid for and not used yet; null for staff of some places, at which no code is',
    ),
  has_card_payments: z
    .boolean()
    .describe("Whether the gross holds card payments, whose processor's fees are not known here"),
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
  export: endpoint('GET', '/revenue/export', {
    summary: 'Export the rows of that question as CSV',
    may: 'account',
    needs: 'read_money',
    query: groupedQuestion,
    reply: z.string(),
    replyIsCsv: true,
    refusals: ['admin_only', 'user_not_found', 'period_too_long', 'export_running', 'too_busy'],
  }),
  bookkeeping: endpoint('GET', '/revenue/bookkeeping', {
    summary: 'Export every payment and refund of a period as CSV for bookkeeping, oldest first',
    may: 'account',
    needs: 'read_money',
    query: question,
    reply: z.string(),
    replyIsCsv: true,
    refusals: ['admin_only', 'user_not_found', 'period_too_long', 'export_running', 'too_busy'],
  }),
}
export type RevenueQuestion = z.output<typeof question>
export type GroupedRevenueQuestion = z.output<typeof groupedQuestion>
