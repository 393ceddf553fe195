import { z } from 'zod'
import { Attention, DeviceName } from './attention.ts'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { timeZone } from './time-zone.ts'
import { LabeledTransaction } from './transactions.ts'

export const Revenue = z.object({
  has_devices: z.boolean().describe('Whether you own, or are the landlord of, a device'),
  days: z
    .array(
      z.object({
        date: z.iso.date().describe('A calendar day in the requested time zone'),
        revenue: z.number().describe('Amount'),
        cycles: z.int(),
      }),
    )
    .describe(
      `The last ${limits.dashboardDays} days, ending today, including days without payments`,
    ),
  best_devices: z
    .array(DeviceName.extend({ revenue: z.number().describe('Amount'), cycles: z.int() }))
    .describe('Devices with the highest revenue on these days'),
  idle_devices: z
    .array(DeviceName.extend({ last_paid_at: timestamp.nullable() }))
    .describe(`Active devices without a payment for ${limits.idleDays} days`),
  low_codes: z
    .array(PrepaidCode)
    .describe(
      'Codes that you issued, that were used on these days and hold less than two of the cheapest cycles',
    ),
})
export type Revenue = z.infer<typeof Revenue>

export const Spending = z.object({
  last_payments: z.array(LabeledTransaction),
  codes: z.array(PrepaidCode).describe('Codes that you can pay with and that have a balance'),
})
export type Spending = z.infer<typeof Spending>

export const dashboard = {
  revenue: endpoint('GET', '/dashboard/revenue', {
    summary: 'Get the revenue of your devices, idle devices and low-balance codes',
    may: 'signed-in',
    needs: ['read_money', 'read_codes'],
    query: z.strictObject({ time_zone: timeZone }),
    reply: Revenue,
  }),
  attention: endpoint('GET', '/dashboard/attention', {
    summary: 'Get alerts, open cases and losses of your devices',
    may: 'signed-in',
    needs: ['read_devices', 'reports'],
    isForStaff: 'places',
    reply: Attention,
  }),
  spending: endpoint('GET', '/dashboard/spending', {
    summary: 'Get your recent payments and the codes that you can pay with',
    may: 'signed-in',
    needs: ['read_money', 'read_codes'],
    reply: Spending,
  }),
}
