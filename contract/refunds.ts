import { z } from 'zod'
import { cycleReasons } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  amountAboveZero,
  id,
  listOf,
  seenAmount,
  text,
  timestamp,
  wholeListQuery,
} from './fields.ts'
import { limits } from './limits.ts'
import { readableWith } from './rights.ts'

export const refundStatuses = ['pending', 'completed', 'failed', 'unmatched'] as const

export const Refund = z.object({
  id,
  ...readableWith('read_money', {
    amount: z.number().describe('Amount'),
    reason: z
      .string()
      .describe('Reason given by the user who made the refund. Empty for an automatic refund'),
    cause: z
      .enum(cycleReasons)
      .nullable()
      .describe('Reason for an automatic refund, such as door open. null: made by a user'),
    credit_note: z
      .string()
      .nullable()
      // Missing in first answers stored by earlier versions.
      .optional()
      .describe('Number of the credit note. null: none, or not yet'),
  }),
  status: z
    .enum(refundStatuses)
    .describe(
      "pending: waits for the card processor, or, if automatic, until the code can take it. unmatched: the processor's refund differs from the request. failed: also later, if the bank returned a completed refund",
    ),
  created_at: timestamp,
})
export type Refund = z.infer<typeof Refund>

const params = z.strictObject({ id: id.describe('Id of the transaction') })

export const refunds = {
  list: endpoint('GET', '/transactions/:id/refunds', {
    summary: 'List the refunds of a transaction, newest first',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    params,
    query: wholeListQuery,
    reply: listOf(Refund),
    refusals: ['transaction_not_found', 'list_too_long'],
  }),
  create: endpoint('POST', '/transactions/:id/refunds', {
    summary: 'Refund a payment in full or in part to its code or card',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount: amountAboveZero(limits.priceMax),
      reason: text(limits.reasonMax),
      seen_refunded_amount: seenAmount.describe(
        'Amount already refunded, as you know them. Refused if they have changed',
      ),
      seen_code_balance: seenAmount.describe(
        'Total amount put on the code that paid, as you know it. Refused if it has changed',
      ),
    }),
    reply: Refund,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'transaction_not_found',
      'not_yours',
      'refund_too_much',
      'money_moved_meanwhile',
      'cycle_starting',
      'code_deleted',
      'code_expired',
      'balance_too_high',
      'refund_elsewhere',
      'card_processor_lost',
    ],
  }),
}
