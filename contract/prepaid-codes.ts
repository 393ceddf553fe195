import { z } from 'zod'
import { CodeMovement } from './code-movements.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import {
  amountAboveZero,
  id,
  idStart,
  listOf,
  listQuery,
  search,
  seenAmount,
  signedAmount,
  text,
  timestamp,
  trueOrFalse,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { importOf, importPreview, importReport } from './imports.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { Customer, codeText, expiry, ImportedCode, IssuedCode, mailWanted } from './new-codes.ts'
import { quotaRefusals } from './quotas.ts'
import { readableWith } from './rights.ts'

export const PrepaidCode = z.object({
  id,
  ...readableWith('read_codes', {
    code: z.string(),
    disabled: z.boolean(),
    balance: z.number().describe('Total amount put on the code'),
    remaining_balance: z.number().describe('Balance'),
    user_id: id.nullable().describe('Issuer'),
    customer_email: z.string().nullable(),
    landlord_email: z.string().nullable(),
    customer_name: z.string().nullable(),
    phone_number: z.string().nullable(),
    location: z.string().nullable(),
    tag: z
      .string()
      .nullable()
      .describe('Label by which the issuer sorts codes. Holders of the code see it, too'),
    expires_at: timestamp.nullable().describe('The code is not accepted from this time on'),
    created_at: timestamp,
  }),
})
export type PrepaidCode = z.infer<typeof PrepaidCode>

const listOfCodesQuery = listQuery.extend({
  search: search.describe(
    "Matches part of the code, its tag, or its customer's name, email, phone number or location",
  ),
  disabled: trueOrFalse.optional(),
  batch_id: id.optional().describe('Only codes of this batch, in the order of issue'),
})

const params = z.strictObject({ id })
/** A text that is taken is another person's code, so trying texts counts as an attempt. */
const chosenText = [
  'code_taken',
  'code_looks_mistyped',
  'code_easy_to_guess',
  'too_many_attempts',
  'too_busy',
] as const
/** Limited per day, and to verified accounts. */
export const refusalsOfMail = ['mail_needs_verified', 'too_many_code_mails'] as const
const refusals = ['code_not_found', 'not_yours'] as const
/** Keeping a code usable that was issued as admin needs admin rights. */
const refusalsOfLiving = [...refusals, 'admin_only', 'second_factor_required'] as const

const seenRemaining = seenAmount.describe(
  'Balance of the code as you know it. Refused if it has changed',
)

export const prepaidCodes = {
  list: endpoint('GET', '/prepaid-codes', {
    summary: 'List codes you issued or hold, newest first',
    may: 'signed-in',
    needs: 'read_codes',
    query: listOfCodesQuery,
    reply: listOf(PrepaidCode),
  }),
  listForDashboard: endpoint('GET', '/api-prepaid-codes-list', {
    summary: 'The same as GET /prepaid-codes',
    may: 'signed-in',
    needs: 'read_codes',
    query: listOfCodesQuery,
    reply: listOf(PrepaidCode),
  }),
  export: endpoint('GET', '/prepaid-codes/export', {
    summary: 'Export the codes you issued as CSV, enabled codes first, then newest first',
    may: 'account',
    needs: 'read_codes',
    query: z.strictObject({ disabled: trueOrFalse.optional() }),
    reply: z.string(),
    replyType: 'csv',
    refusals: ['export_running', 'too_busy'],
  }),
  listAll: endpoint('GET', '/admin-prepaid-codes', {
    summary: 'List the codes of all users, newest first',
    may: 'admin',
    needs: ['admin', 'read_codes'],
    query: listQuery.extend({
      search: search.describe(
        "Matches part of the code, its tag, or its customer's name, email, phone number or location",
      ),
      user_id: idStart.optional().describe('Only codes of users whose id starts with this text'),
    }),
    reply: listOf(
      PrepaidCode.extend({ user_email: z.string().describe('Email address of the issuer') }),
    ),
  }),
  get: endpoint('GET', '/prepaid-codes-id/:id', {
    summary: 'Get a prepaid code',
    may: 'signed-in',
    needs: 'read_codes',
    params,
    reply: PrepaidCode,
    refusals: ['code_not_found'],
  }),
  history: endpoint('GET', '/prepaid-codes/:id/history', {
    summary:
      'List the balance changes of a code, newest first. Holders see the changes since they received it',
    may: 'signed-in',
    needs: ['read_codes', 'read_money'],
    params,
    query: wholeListQuery,
    reply: listOf(CodeMovement),
    refusals: ['code_not_found', 'list_too_long'],
  }),
  generate: endpoint('POST', '/prepaid-codes-generate', {
    summary: 'Generate a random code text. Stores nothing',
    may: 'account',
    needs: 'change_codes',
    reply: z.object({ code: z.string() }),
    requestsPerMinute: requestsPerMinute.generateCode,
  }),
  create: endpoint('POST', '/prepaid-codes', {
    summary: 'Issue a prepaid code',
    may: 'account',
    needs: 'change_codes',
    body: IssuedCode,
    reply: PrepaidCode,
    requestsPerMinute: requestsPerMinute.chooseCode,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...chosenText, 'expiry_in_the_past', ...quotaRefusals('codes'), ...refusalsOfMail],
  }),
  previewImport: endpoint('POST', '/prepaid-codes/import/preview', {
    summary:
      'Preview an import: returns the rows that would not issue a code, among the codes you can see. Issues nothing',
    may: 'account',
    needs: 'change_codes',
    body: importOf(ImportedCode),
    bodyBytes: limits.bodyBytes,
    reply: importPreview('read_codes'),
  }),
  import: endpoint('POST', '/prepaid-codes/import', {
    summary: 'Issue codes whose text is new. Codes that you can already see are unchanged',
    may: 'account',
    needs: 'change_codes',
    body: importOf(ImportedCode),
    bodyBytes: limits.bodyBytes,
    reply: importReport('read_codes'),
    requestsPerMinute: requestsPerMinute.importCodes,
    takesIdempotencyKey: true,
    refusals: ['imported_code_taken', 'too_many_attempts', 'too_busy', ...quotaRefusals('codes')],
  }),
  topUp: endpoint('POST', '/prepaid-codes/:id/top-up', {
    summary: 'Add balance to a code',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount: amountAboveZero(limits.balanceMax),
      mail_customer: mailWanted.describe(
        'Whether to notify the customer by email, if the code has an email address',
      ),
      seen_balance: seenAmount.describe(
        'Total amount put on the code as you know it. Refused if it has changed',
      ),
      seen_remaining_balance: seenRemaining,
      makes_good: z
        .strictObject({
          transaction_id: id.describe('A payment with this code'),
          seen_refunded_amount: z.number().min(0),
        })
        .optional()
        .describe(
          'Payment that this compensates, and its refunds as you know them. Refused if they have changed',
        ),
    }),
    reply: PrepaidCode,
    takesIdempotencyKey: true,
    refusals: [
      ...refusalsOfLiving,
      'code_expired',
      'balance_too_high',
      'transaction_not_found',
      'money_moved_meanwhile',
      ...refusalsOfMail,
    ],
  }),
  adjust: endpoint('POST', '/prepaid-codes/:id/adjust', {
    summary: 'Adjust the balance of a code, with a reason',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount: signedAmount(limits.balanceMax)
        .refine((amount) => amount !== 0, 'zero' satisfies Problem)
        .describe('Amount with at most the decimals of the currency. Negative reduces the balance'),
      reason: text(limits.reasonMax),
      seen_remaining_balance: seenRemaining,
    }),
    reply: PrepaidCode,
    takesIdempotencyKey: true,
    refusals: [
      ...refusalsOfLiving,
      'code_expired',
      'balance_too_high',
      'balance_too_low',
      'money_moved_meanwhile',
    ],
  }),
  setExpiry: endpoint('PATCH', '/prepaid-codes/:id/expiry', {
    summary: 'Set or remove the expiry of a code. Restores a balance lost by expiry',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    query: versionQuery,
    body: z.strictObject({ expires_at: expiry }),
    reply: PrepaidCode,
    refusals: [...refusalsOfLiving, 'expiry_in_the_past', 'changed_meanwhile'],
  }),
  rename: endpoint('PUT', '/prepaid-codes-id/:id', {
    summary: 'Change the text of a code',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    query: versionQuery,
    body: z.strictObject({ code: codeText }),
    reply: PrepaidCode,
    requestsPerMinute: requestsPerMinute.chooseCode,
    refusals: [...refusalsOfLiving, ...chosenText, 'changed_meanwhile'],
  }),
  changeCustomer: endpoint('PATCH', '/prepaid-codes/:id/customer', {
    summary:
      'Update the customer of a code. Omitted fields are unchanged; null or an empty string clears a field',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    query: versionQuery,
    body: Customer,
    reply: PrepaidCode,
    refusals: [...refusalsOfLiving, 'changed_meanwhile'],
  }),
  setDisabled: endpoint('PATCH', '/prepaid-codes/:id', {
    summary: 'Disable or enable a code',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    body: z.strictObject({ disabled: z.boolean() }),
    reply: PrepaidCode,
    refusals: refusalsOfLiving,
  }),
  toggle: endpoint('PATCH', '/prepaid-codes-id-toggle/:id', {
    summary: 'Toggle whether a code is disabled',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    query: z.strictObject({
      disabled: trueOrFalse
        .optional()
        .describe('New state. Default: the opposite of the current one'),
    }),
    reply: PrepaidCode,
    refusals: refusalsOfLiving,
  }),
  delete: endpoint('DELETE', '/prepaid-codes/:id', {
    summary: 'Delete a code. Keeps its transactions and ledger entries',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    reply: null,
    refusals,
  }),
  deleteById: endpoint('DELETE', '/prepaid-codes-id/:id', {
    summary: 'The same as DELETE /prepaid-codes/{id}',
    may: 'signed-in',
    needs: 'change_codes',
    params,
    reply: null,
    refusals,
  }),
}
