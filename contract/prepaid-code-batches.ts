import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import {
  amountAboveZero,
  amountUpTo,
  id,
  listOf,
  moment,
  optionalEmail,
  optionalText,
  rowsOf,
  search,
  seenAmount,
  timestamp,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { PrepaidCode, refusalsOfMail } from './prepaid-codes.ts'
import { publicOrigin } from './public-origin.ts'
import { quotaRefusals } from './quotas.ts'
import { readableWith } from './rights.ts'

export const CodeBatch = z.object({
  id,
  ...readableWith('read_codes', {
    user_id: id.describe('Issuer'),
    tag: z.string().nullable().describe('Tag of the codes when issued'),
    codes: z.int().describe('Number of issued codes'),
    balance: z.number().describe('Initial balance of each code'),
    expires_at: timestamp
      .nullable()
      .describe("Expiry of the codes. A code's own expiry takes precedence"),
    created_at: timestamp,
  }),
})
export type CodeBatch = z.infer<typeof CodeBatch>

const figures = z.object({ codes: z.int(), dollars: z.number() })

export const CodeBatchState = CodeBatch.extend({
  landlord_email: z.string().nullable(),
  location: z.string().nullable(),
  issued: figures.describe('All codes and the total amount put on them'),
  used: figures.describe('Codes that paid, and the amount paid less refunds'),
  enabled: figures.describe('Codes that are neither disabled nor deleted, and their balance'),
  left: figures.describe('Enabled codes that have not expired, and their balance'),
  run_by: z.string().describe('Name of the issuer, as printed on cards'),
  ...publicOrigin('a card adds /payments#code= and the code'),
  with_email: z.int().describe('Number of remaining codes with an email address'),
  not_mailed: z
    .int()
    .describe('Number of remaining codes with an email address that were not mailed yet'),
  mails: z
    .object({
      asked: z.int(),
      sent: z.int().describe('Mails that the mail server accepted'),
      refused: z.int().describe('Mails that the mail server refuses. Retried for a day'),
    })
    .describe('Mails to customers about new codes and added balance'),
  refused_mails: z
    .array(z.object({ prepaid_code_id: id, customer_email: z.string() }))
    .describe(`The first ${limits.refusedMailsShown} refused mails`),
})
export type CodeBatchState = z.infer<typeof CodeBatchState>

/** One line of a customer list, with at least one way to identify the customer. */
export const BatchCustomer = z
  .strictObject({
    customer_name: optionalText(limits.nameMax),
    customer_email: optionalEmail,
    phone_number: optionalText(limits.phoneMax),
  })
  .refine((facts) => Object.values(facts).some(Boolean), {
    message: 'required' satisfies Problem,
    path: ['customer_name'],
  })
export type BatchCustomer = z.output<typeof BatchCustomer>

const mailWanted = z
  .boolean()
  .optional()
  .describe('Whether to notify customers by email, if their codes have an email address')

const NewBatch = z
  .strictObject({
    codes: z
      .int()
      .min(1)
      .max(limits.batchCodes)
      .optional()
      .describe('Number of codes without a customer'),
    customers: rowsOf(z.array(BatchCustomer).min(1).max(limits.batchCodes))
      .optional()
      .describe('Customers, one code each. Use instead of codes'),
    balance: amountUpTo(limits.balanceMax).describe('Balance of each code'),
    landlord_email: optionalEmail,
    location: optionalText(limits.locationMax),
    tag: optionalText(limits.tagMax),
    expires_at: moment.nullable().default(null),
    mail_customers: mailWanted,
  })
  .refine(({ codes, customers }) => (codes === undefined) !== (customers === undefined), {
    message: 'one_of_two' satisfies Problem,
    path: ['codes'],
  })
export type NewBatch = z.output<typeof NewBatch>

const params = z.strictObject({ id })
/** Number of codes that the caller saw: if it has changed, the call does nothing. */
const codes = z
  .int()
  .min(1)
  .describe('Number of codes that you expect to change, as shown by the batch')

const report = z.object({
  codes: z.int().describe('Number of changed codes'),
  ...readableWith('read_codes', {
    dollars: z.number().describe('Total amount put on these codes, or left on them'),
  }),
})
export type BatchReport = z.infer<typeof report>

const refusals = ['batch_not_found', 'batch_changed'] as const
/** Keeping a code usable that was issued as admin needs admin rights. */
const refusalsOfLiving = [...refusals, 'admin_only', 'second_factor_required'] as const

export const prepaidCodeBatches = {
  list: endpoint('GET', '/prepaid-code-batches', {
    summary: 'List batches of codes you issued, newest first',
    may: 'signed-in',
    needs: 'read_codes',
    query: wholeListQuery.extend({ search: search.describe('Matches part of the tag') }),
    reply: listOf(CodeBatch),
    refusals: ['list_too_long'],
  }),
  create: endpoint('POST', '/prepaid-code-batches', {
    summary: `Issue up to ${limits.batchCodes} prepaid codes. Issues all or none`,
    may: 'account',
    needs: 'change_codes',
    body: NewBatch,
    bodyBytes: limits.batchBodyBytes,
    reply: CodeBatch,
    requestsPerMinute: requestsPerMinute.issueBatch,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'expiry_in_the_past',
      ...quotaRefusals('codes'),
      'too_many_batches',
      ...refusalsOfMail,
    ],
  }),
  get: endpoint('GET', '/prepaid-code-batches/:id', {
    summary: 'Get a batch of codes with its issued, used and remaining balance',
    may: 'signed-in',
    needs: 'read_codes',
    params,
    reply: CodeBatchState,
    refusals: ['batch_not_found'],
  }),
  export: endpoint('GET', '/prepaid-code-batches/:id/export', {
    summary: 'Export the codes of a batch as CSV, in the order of issue',
    may: 'signed-in',
    needs: 'read_codes',
    params,
    reply: z.string(),
    replyType: 'csv',
    refusals: ['batch_not_found', 'export_running', 'too_busy'],
  }),
  disable: endpoint('POST', '/prepaid-code-batches/:id/disable', {
    summary: 'Disable all enabled codes of a batch. Changes all or none',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    body: z.strictObject({ codes }),
    reply: report,
    takesIdempotencyKey: true,
    refusals,
  }),
  extend: endpoint('POST', '/prepaid-code-batches/:id/extend', {
    summary:
      'Set or remove the expiry of all enabled codes of a batch. Restores balances lost by expiry. Changes all or none',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    body: z.strictObject({ codes, expires_at: moment.nullable() }),
    reply: report,
    takesIdempotencyKey: true,
    refusals: [...refusalsOfLiving, 'expiry_in_the_past'],
  }),
  topUp: endpoint('POST', '/prepaid-code-batches/:id/top-up', {
    summary: 'Add balance to all remaining codes of a batch. Changes all or none',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      codes,
      amount: amountAboveZero(limits.balanceMax),
      mail_customers: mailWanted,
      seen_balance: seenAmount.describe(
        'Total amount put on the codes (issued.dollars) as you know it. Refused if it has changed',
      ),
    }),
    reply: report,
    takesIdempotencyKey: true,
    refusals: [
      ...refusalsOfLiving,
      'batch_balance_too_high',
      'money_moved_meanwhile',
      ...refusalsOfMail,
    ],
  }),
  mail: endpoint('POST', '/prepaid-code-batches/:id/mail', {
    summary:
      'Mail codes to customers of a batch who have not received them yet. Queues all or none',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    body: z.strictObject({ codes }),
    reply: report,
    takesIdempotencyKey: true,
    refusals: [...refusals, ...refusalsOfMail],
  }),
}

/** Columns of the file. */
export const BatchRow = PrepaidCode.pick({
  code: true,
  balance: true,
  remaining_balance: true,
  disabled: true,
  expires_at: true,
  customer_name: true,
  customer_email: true,
  phone_number: true,
  location: true,
  tag: true,
})
