import { z } from 'zod'
import { ceilingRefusals } from './ceilings.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import {
  dollars,
  dollarsAboveZero,
  id,
  listOf,
  moment,
  optionalEmail,
  optionalText,
  rowsOf,
  search,
  seenDollars,
  timestamp,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { PrepaidCode, refusalsOfMail } from './prepaid-codes.ts'
import { publicOrigin } from './public-origin.ts'
import { readBy } from './rights.ts'

export const CodeBatch = z.object({
  id,
  ...readBy('read_codes', {
    user_id: id.describe('Who issued it'),
    tag: z.string().nullable().describe('Of its codes when they were issued'),
    codes: z.int().describe('How many were issued'),
    balance: z.number().describe('Dollars that each was issued with'),
    expires_at: timestamp
      .nullable()
      .describe('Of its codes, unless one was given an end of its own'),
    created_at: timestamp,
  }),
})
export type CodeBatch = z.infer<typeof CodeBatch>

const figures = z.object({ codes: z.int(), dollars: z.number() })

export const CodeBatchState = CodeBatch.extend({
  landlord_email: z.string().nullable(),
  location: z.string().nullable(),
  issued: figures.describe('All codes, and the dollars put on them in all'),
  used: figures.describe('Codes that paid, and the dollars they paid and did not get back'),
  enabled: figures.describe('Neither disabled nor deleted, and the dollars left on them'),
  left: figures.describe('Of those the ones that have not expired'),
  run_by: z.string().describe('Name of the issuer, as it stands on cards'),
  ...publicOrigin('a card adds /payments#code= and the code'),
  with_email: z.int().describe('How many of those left have an email address'),
  not_mailed: z.int().describe('Of those the ones whose customers were not mailed their code yet'),
  mails: z
    .object({
      asked: z.int(),
      sent: z.int().describe('The mail server took so many of them'),
      refused: z.int().describe('The mail server refuses these: they are tried again for a day'),
    })
    .describe('To the customers of its codes, of new codes and of money put on them'),
  refused_mails: z
    .array(z.object({ prepaid_code_id: id, customer_email: z.string() }))
    .describe(`Of the mails that are refused the first ${limits.refusedMailsShown}`),
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
  .describe('Tell the customers by mail whose codes name an address')

const NewBatch = z
  .strictObject({
    codes: z.int().min(1).max(limits.batchCodes).optional().describe('How many, for nobody yet'),
    customers: rowsOf(z.array(BatchCustomer).min(1).max(limits.batchCodes))
      .optional()
      .describe('Instead of codes: whom they are for, a code for each'),
    balance: dollars(limits.balanceDollarsMax).describe('Dollars on each code'),
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
const codes = z.int().min(1).describe('How many codes it is meant for, as the batch says')

const report = z.object({
  codes: z.int().describe('How many were changed'),
  ...readBy('read_codes', {
    dollars: z.number().describe('What was put on them, or left on them, in all'),
  }),
})
export type BatchReport = z.infer<typeof report>

const refusals = ['batch_not_found', 'batch_changed'] as const
/** Keeping a code usable that was issued as admin needs admin rights. */
const refusalsOfLiving = [...refusals, 'admin_only', 'second_factor_required'] as const

export const prepaidCodeBatches = {
  list: endpoint('GET', '/prepaid-code-batches', {
    summary: 'List batches of codes that you issued, newest first',
    may: 'signed-in',
    needs: 'read_codes',
    query: wholeListQuery.extend({ search: search.describe('Matches part of the tag') }),
    reply: listOf(CodeBatch),
    refusals: ['list_too_long'],
  }),
  create: endpoint('POST', '/prepaid-code-batches', {
    summary: `Issue up to ${limits.batchCodes} prepaid codes at once: all, or none`,
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
      ...ceilingRefusals('codes'),
      'too_many_batches',
      ...refusalsOfMail,
    ],
  }),
  get: endpoint('GET', '/prepaid-code-batches/:id', {
    summary: 'Get a batch of codes, and what was issued, used and left of it',
    may: 'signed-in',
    needs: 'read_codes',
    params,
    reply: CodeBatchState,
    refusals: ['batch_not_found'],
  }),
  export: endpoint('GET', '/prepaid-code-batches/:id/export', {
    summary: 'Download the codes of a batch as CSV, in the order in which they were issued',
    may: 'signed-in',
    needs: 'read_codes',
    params,
    reply: z.string(),
    replyIsCsv: true,
    refusals: ['batch_not_found', 'export_running', 'too_busy'],
  }),
  disable: endpoint('POST', '/prepaid-code-batches/:id/disable', {
    summary: 'Disable all enabled codes of a batch: all, or none',
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
      'Set or remove the expiry of all enabled codes of a batch: all, or none; balances lost by expiry are restored',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    body: z.strictObject({ codes, expires_at: moment.nullable() }),
    reply: report,
    takesIdempotencyKey: true,
    refusals: [...refusalsOfLiving, 'expiry_in_the_past'],
  }),
  topUp: endpoint('POST', '/prepaid-code-batches/:id/top-up', {
    summary: 'Put more money on all codes of a batch that are left: all, or none',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      codes,
      amount: dollarsAboveZero(limits.balanceDollarsMax),
      mail_customers: mailWanted,
      seen_balance: seenDollars.describe(
        'What was put on its codes in all (issued.dollars), as far as you know: refused if it is something else',
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
      'Mail the customers of a batch their codes, who were not mailed them yet: all, or none',
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
