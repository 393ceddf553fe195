import { z } from 'zod'
import { Loss } from './attention.ts'
import { cycleReasons, paymentMethods } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, search, timestamp, year } from './fields.ts'
import { ReceiptDocument } from './receipts.ts'

export const Transaction = z.object({
  id,
  device_id: id,
  device_number: z.string().describe('Device number at the time of payment'),
  customer_name: z.string().nullable(),
  amount: z.number().describe('Amount'),
  refunded_amount: z.number().describe('Refunded amount'),
  payment_method: z.enum(paymentMethods),
  duration_minutes: z.int(),
  programme: z
    .string()
    .nullable()
    // Missing in first answers stored before programmes existed.
    .default(null)
    .describe('Programme name at the time of payment. null: the device had only one'),
  created_at: timestamp,
  refund_cause: z
    .enum(cycleReasons)
    .nullable()
    // Missing in first answers stored by earlier versions.
    .default(null)
    .describe('Reason for the automatic refund, made or pending. In exports, a sentence'),
})
export type Transaction = z.infer<typeof Transaction>

export const LabeledTransaction = Transaction.extend({
  device_label: z.string().describe('Device label at the time of payment'),
})

export const ListedTransaction = LabeledTransaction.extend({
  is_expense: z.boolean().describe('Whether you paid someone else'),
})
export type ListedTransaction = z.infer<typeof ListedTransaction>

const machine = {
  may_see_device: z.boolean().describe('Whether you can currently see the device'),
  is_cycle_open: z.boolean().describe('Whether the paid cycle is still open'),
}

export const OneTransaction = Transaction.extend({
  ...machine,
  may_refund: z.boolean().describe('Whether you can refund the payment'),
  may_report: z.boolean().describe('Whether you paid and can therefore report a problem'),
  code_balance: z
    .number()
    .nullable()
    // Missing in first answers stored by earlier versions.
    .default(null)
    .describe('Total amount put on the code that paid. null if you cannot see the code'),
  losses: z.array(Loss).describe('Visible to the payee and to admins. Empty for others'),
})
export type OneTransaction = z.infer<typeof OneTransaction>

export const Receipt = Transaction.extend({
  device_label: z
    .string()
    .describe('Label at the time of payment. The other fields are from the same time'),
  location: z.string(),
  paid_to: z.string().describe('Email address of the landlord, or of the owner if there was none'),
})
export type Receipt = z.infer<typeof Receipt>

export const OneReceipt = Receipt.extend({
  ...machine,
  time_zone: z
    .string()
    .nullable()
    .describe('Time zone of the place of the device. null: its owner has chosen none'),
  documents: z
    .array(ReceiptDocument)
    .describe('The numbered receipt and its credit notes. Empty if the landlord has none'),
})

export const transactions = {
  list: endpoint('GET', '/transactions', {
    summary: 'List payments you made or received, newest first',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    query: listQuery.extend({
      search: search.describe(
        'Matches part of the device number, customer name or first 8 characters of the id, or the start of the id',
      ),
      payment_method: z.enum(paymentMethods).optional(),
      device_id: id.optional(),
    }),
    reply: listOf(ListedTransaction),
  }),
  export: endpoint('GET', '/transactions/export', {
    summary: 'Export payments you made or received in a year (UTC) as CSV, newest first',
    may: 'signed-in',
    needs: 'read_money',
    query: z.strictObject({ year }),
    reply: z.string(),
    replyType: 'csv',
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
