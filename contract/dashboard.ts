import { z } from 'zod'
import { Attention, DeviceName } from './attention.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { timeZone } from './time-zone.ts'
import { Transaction } from './transactions.ts'

export const Revenue = z.object({
  has_devices: z.boolean().describe('Whether the caller owns, or is the landlord of, any device'),
  days: z
    .array(
      z.object({
        date: z.iso.date().describe('A calendar day in the requested time zone'),
        revenue: z.number().describe('Dollars'),
        cycles: z.int(),
      }),
    )
    .describe(`The last ${limits.dashboardDays} days, today last, days without payments included`),
  best_devices: z
    .array(DeviceName.extend({ revenue: z.number().describe('Dollars'), cycles: z.int() }))
    .describe('Devices with the most revenue in those days'),
  idle_devices: z
    .array(DeviceName.extend({ last_paid_at: timestamp.nullable() }))
    .describe(`Active, but without a payment for ${limits.idleDays} days`),
  low_codes: z
    .array(PrepaidCode)
    .describe(
      'Codes issued by the caller and used in those days that hold less than two of the cheapest cycles',
    ),
})
export type Revenue = z.infer<typeof Revenue>

export const Spending = z.object({
  last_payments: z.array(Transaction),
  codes: z.array(PrepaidCode).describe('Codes that the caller pays with, with money left'),
})
export type Spending = z.infer<typeof Spending>

export const dashboard = {
  revenue: endpoint('GET', '/dashboard/revenue', {
    summary: 'Get the revenue of your devices, idle ones, and codes that are about to run empty',
    may: 'signed-in',
    needs: ['read_money', 'read_codes'],
    query: z.strictObject({ time_zone: timeZone }),
    reply: Revenue,
  }),
  attention: endpoint('GET', '/dashboard/attention', {
    summary: 'Get what is wrong with your devices, and what they ran without being paid for',
    may: 'signed-in',
    needs: ['read_devices', 'reports'],
    isForStaff: 'places',
    reply: Attention,
  }),
  spending: endpoint('GET', '/dashboard/spending', {
    summary: 'Get your recent payments and the codes you pay with',
    may: 'signed-in',
    needs: ['read_money', 'read_codes'],
    reply: Spending,
  }),
}
