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
      'ran_after_refund: the device was reported running after the payment was refunded. capture_failed: the device ran, but the card could not be charged',
    ),
  amount: z.number().describe('Amount'),
  created_at: timestamp,
})
export type Loss = z.infer<typeof Loss>

const LossOfPayment = Loss.extend({
  id,
  transaction_id: id.nullable().describe('null: the card was never charged'),
  device_id: id.nullable().describe('null: the device was deleted, or you cannot see it'),
  device_label: z
    .string()
    .describe('Label at the time of payment. The number is from the same time'),
  device_number: z.string(),
})

export const Attention = z.object({
  alerts: z
    .array(DeviceName.extend({ kind: z.enum(alertKinds), since: timestamp }))
    .describe(
      `Devices that are out of order or have not answered for ${limits.alertSilentMinutes} minutes, newest first`,
    ),
  alert_count: z.int().describe('Total number of alerts'),
  cut_short: z
    .array(
      z.object({
        transaction_id: id.describe('The last of these payments'),
        customer_name: z.string().nullable(),
        cycles: z.int(),
        given_back: z.number().describe('Amount'),
        since: timestamp,
      }),
    )
    .describe(
      `Customers whose cycles at your devices stopped early, with a refund, at least ${limits.cutShortCycles} times within ${limits.cutShortDays} days, newest first`,
    ),
  cut_short_count: z.int().describe('Total number of these customers'),
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
    .describe('Open problem reports for your devices, newest first'),
  case_count: z.int().describe('Total number of open cases'),
  losses: z
    .array(LossOfPayment)
    .describe(
      `Losses of the last ${limits.dashboardDays} days, newest first. Admins get those of all accounts`,
    ),
  loss_count: z.int().describe('Total number of losses'),
  lost: z.number().describe('Total amount'),
})
export type Attention = z.infer<typeof Attention>
