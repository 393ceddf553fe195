import { z } from 'zod'
import { Loss } from './attention.ts'
import { cycleReasons, paymentMethods } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, search, timestamp, year } from './fields.ts'

export const Transaction = z.object({
  id,
  device_id: id,
  device_number: z.string().describe("The device's number at the time of payment"),
  customer_name: z.string().nullable(),
  amount: z.number().describe('Dollars'),
  refunded_amount: z.number().describe('Dollars refunded'),
  payment_method: z.enum(paymentMethods),
  duration_minutes: z.int(),
  programme: z
    .string()
    .nullable()
    // Missing in first answers stored before programmes existed.
    .default(null)
    .describe('Its name at the time of payment; null: the device had one alone'),
  created_at: timestamp,
  refund_cause: z
    .enum(cycleReasons)
    .nullable()
    // Missing in first answers stored by earlier versions.
    .default(null)
    .describe('Why money was refunded automatically, or is about to be; in exports a sentence'),
})
export type Transaction = z.infer<typeof Transaction>

const machine = {
  may_see_device: z.boolean().describe('Whether the caller may see the device, as it is now'),
  is_cycle_open: z.boolean().describe('Whether the device has not ended yet what was paid for'),
}

export const OneTransaction = Transaction.extend({
  ...machine,
  may_refund: z.boolean().describe('Whether the caller may refund it'),
  may_report: z.boolean().describe('Whether the caller paid, and so may report the device'),
  code_balance: z
    .number()
    .nullable()
    // Missing in first answers stored by earlier versions.
    .default(null)
    .describe('Dollars put on the code that paid in total; null when you cannot see the code'),
  losses: z.array(Loss).describe('Told to those whom it was paid to, and to admins; else empty'),
})
export type OneTransaction = z.infer<typeof OneTransaction>

export const Receipt = Transaction.extend({
  device_label: z.string().describe('At the time of payment, as are the other fields'),
  location: z.string(),
  paid_to: z
    .string()
    .describe('Email address of the landlord, or of the owner where there was none'),
})
export type Receipt = z.infer<typeof Receipt>

export const OneReceipt = Receipt.extend(machine)

export const transactions = {
  list: endpoint('GET', '/transactions', {
    summary: 'List payments you made or received, newest first',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    query: listQuery.extend({
      search: search.describe('Matches part of the id, device number or customer name'),
      payment_method: z.enum(paymentMethods).optional(),
    }),
    reply: listOf(Transaction),
  }),
  export: endpoint('GET', '/transactions/export', {
    summary: 'Export payments you made or received in a year (UTC) as CSV, newest first',
    may: 'signed-in',
    needs: 'read_money',
    query: z.strictObject({ year }),
    reply: z.string(),
    replyIsCsv: true,
    refusals: ['export_running', 'too_busy'],
  }),
  get: endpoint('GET', '/transactions/:id', {
    summary: 'Get a transaction',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    params: z.strictObject({ id }),
    reply: OneTransaction,
    refusals: ['transaction_not_found'],
  }),
  receipt: endpoint('GET', '/transactions/:id/receipt', {
    summary: 'Get the receipt of a transaction',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    params: z.strictObject({ id }),
    reply: OneReceipt,
    refusals: ['transaction_not_found'],
  }),
}
