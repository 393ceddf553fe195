import { z } from 'zod'
import { cycleReasons } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  dollarsAboveZero,
  id,
  listOf,
  seenDollars,
  text,
  timestamp,
  wholeListQuery,
} from './fields.ts'
import { limits } from './limits.ts'
import { readBy } from './rights.ts'

export const refundStatuses = ['pending', 'completed', 'failed', 'unmatched'] as const

export const Refund = z.object({
  id,
  ...readBy('read_money', {
    amount: z.number().describe('Dollars'),
    reason: z
      .string()
      .describe('What the person wrote who refunded it; empty for an automatic refund'),
    cause: z
      .enum(cycleReasons)
      .nullable()
      .describe('Why it was refunded automatically, such as door open; null: a person refunded it'),
  }),
  status: z
    .enum(refundStatuses)
    .describe(
      'A refund to a card is pending until its processor confirms it; an automatic one to a code, until the code can take it. unmatched: the processor refunded something else',
    ),
  created_at: timestamp,
})
export type Refund = z.infer<typeof Refund>

const params = z.strictObject({ id: id.describe('The transaction') })

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
    summary: 'Refund a payment in full or in part, to its code or card',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount: dollarsAboveZero(limits.priceDollarsMax),
      reason: text(limits.reasonMax),
      seen_refunded_amount: seenDollars.describe(
        'What was refunded before, as far as you know: refused if it is something else',
      ),
      seen_code_balance: seenDollars.describe(
        'What was put on the code that paid in total, as far as you know: refused if it is something else',
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
