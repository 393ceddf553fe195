import { z } from 'zod'
import { alertKinds, lossKinds, reportKinds } from './choices.ts'
import { Device } from './devices.ts'
import { id, timestamp } from './fields.ts'
import { limits } from './limits.ts'

export const DeviceName = Device.pick({
  id: true,
  label: true,
  device_number: true,
  location: true,
})

/** Loss from a run that was not paid for in the end, or from a card that did not pay. */
export const Loss = z.object({
  why: z
    .enum(lossKinds)
    .describe(
      'ran_after_refund: it was heard running after the money went back. capture_failed: it ran, and the card was not charged',
    ),
  amount: z.number().describe('Dollars'),
  created_at: timestamp,
})
export type Loss = z.infer<typeof Loss>

const LossOfPayment = Loss.extend({
  id,
  transaction_id: id.nullable().describe('null: the card was never charged'),
  device_id: id.nullable().describe('null: you may not see the device, or it was deleted'),
  device_label: z.string().describe('At the time of payment, as is the number'),
  device_number: z.string(),
})

export const Attention = z.object({
  alerts: z
    .array(DeviceName.extend({ kind: z.enum(alertKinds), since: timestamp }))
    .describe(
      `Devices that have not answered for ${limits.alertSilentMinutes} minutes or are out of order, newest first`,
    ),
  alert_count: z.int().describe('Of all of them'),
  cut_short: z
    .array(
      z.object({
        transaction_id: id.describe('Of the last of the payments'),
        customer_name: z.string().nullable(),
        cycles: z.int(),
        given_back: z.number().describe('Dollars'),
        since: timestamp,
      }),
    )
    .describe(
      `Whose cycles at your devices were cut short at least ${limits.cutShortCycles} times within ${limits.cutShortDays} days, with money given back, newest first`,
    ),
  cut_short_count: z.int().describe('Of all of them'),
  cases: z
    .array(
      z.object({
        id,
        kind: z.enum(reportKinds),
        device: DeviceName,
        report_count: z.int(),
        reported_at: timestamp,
      }),
    )
    .describe('Reported faults of your devices that are open, newest first'),
  case_count: z.int().describe('Of all of them'),
  losses: z
    .array(LossOfPayment)
    .describe(`Of the last ${limits.dashboardDays} days, newest first; admins get those of all`),
  loss_count: z.int().describe('Of all of them'),
  lost: z.number().describe('Dollars, of all of them'),
})
export type Attention = z.infer<typeof Attention>
