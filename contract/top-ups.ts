import { z } from 'zod'
import { topUpRefusals } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  dollarsAboveZero,
  id,
  listOf,
  seenDollars,
  text,
  timestamp,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { paymentMethodId } from './payment-methods.ts'
import { Refund } from './refunds.ts'
import { readBy } from './rights.ts'

/** What an issuer allows holders of their codes. */
export const TopUpSettings = z.object(
  readBy('read_money', {
    is_on: z.boolean().describe('Whether your codes can be topped up by card'),
    amounts: z.array(z.number()).describe('Dollars offered, smallest first'),
    amount_max: z.number().describe('Most dollars in one top-up'),
    balance_max: z.number().describe('Most dollars on a code after a top-up'),
  }),
)
export type TopUpSettings = z.infer<typeof TopUpSettings>

/** Defaults until an issuer saves others. */
export const defaultTopUpSettings: TopUpSettings = {
  is_on: false,
  amounts: [5, 10, 20],
  amount_max: 50,
  balance_max: 100,
}

export const topUpStatuses = ['pending', 'completed', 'failed', 'unmatched'] as const

export const TopUp = z.object({
  id,
  prepaid_code_id: id,
  amount: z.number().describe('Dollars'),
  refunded_amount: z.number().describe('Dollars that went back to the card'),
  status: z
    .enum(topUpStatuses)
    .describe('unmatched: the processor charged something other than requested'),
  refusal: z
    .enum(topUpRefusals)
    .nullable()
    .describe('Why the code did not take the money, which then goes back to the card by itself'),
  created_at: timestamp,
})
export type TopUp = z.infer<typeof TopUp>

const OneTopUp = TopUp.extend({
  paid_to: z.string().describe('Email address of whoever issued the code'),
  remaining_balance: z
    .number()
    .nullable()
    .describe('Dollars on the code now; null when you cannot see the code'),
  refundable_amount: z.number().describe('Dollars you may refund to the card now'),
  client_secret: z
    .string()
    .nullable()
    .describe('For the payer to confirm a pending top-up with the card processor'),
})
export type OneTopUp = z.infer<typeof OneTopUp>

const Offer = z.object({
  is_offered: z.boolean().describe('Whether you can top up this code by card now'),
  ending: z.string().describe('Last characters of the code'),
  remaining_balance: z.number().describe('Dollars on the code'),
  amounts: z.array(z.number()).describe('Dollars suggested, smallest first'),
  amount_min: z.number().describe('Fewest dollars the card processor takes'),
  amount_max: z.number().describe('Most dollars you can put on the code now'),
  topped_up: z
    .number()
    .describe('Dollars you have put on the code by card, with those on their way'),
})
export type Offer = z.infer<typeof Offer>

const TopUpRefund = Refund.omit({ cause: true })
export type TopUpRefund = z.infer<typeof TopUpRefund>

const ofCode = z.strictObject({ id: id.describe('The prepaid code') })
const params = z.strictObject({ id })
const amount = dollarsAboveZero(limits.topUpDollarsMax)

export const topUps = {
  settings: endpoint('GET', '/top-up-settings', {
    summary: 'Get whether, and how, codes you issue can be topped up by card',
    may: 'signed-in',
    needs: 'read_money',
    reply: TopUpSettings,
  }),
  changeSettings: endpoint('PUT', '/top-up-settings', {
    summary: 'Set whether, and how, codes you issue can be topped up by card',
    may: 'account',
    needs: 'give_money',
    query: versionQuery,
    body: z.strictObject({
      is_on: z.boolean(),
      amounts: z.array(amount).min(1).max(limits.topUpAmounts),
      amount_max: amount,
      balance_max: dollarsAboveZero(limits.balanceDollarsMax),
    }),
    reply: TopUpSettings,
    refusals: ['top_up_needs_verification', 'top_up_amounts_differ', 'changed_meanwhile'],
  }),
  offer: endpoint('GET', '/prepaid-codes/:id/card-top-up', {
    summary: 'Get whether you can top up a code by card, and with what',
    may: 'signed-in',
    needs: 'pay',
    params: ofCode,
    reply: Offer,
    refusals: ['code_not_found'],
  }),
  create: endpoint('POST', '/prepaid-codes/:id/card-top-up', {
    summary: 'Top up a code by card',
    may: 'signed-in',
    needs: 'pay',
    params: ofCode,
    body: z.strictObject({
      amount,
      payment_method_id: paymentMethodId,
      seen_topped_up: seenDollars.describe(
        'What you have put on the code by card, as far as you know: refused if it is something else',
      ),
    }),
    reply: OneTopUp,
    requestsPerMinute: requestsPerMinute.payByCard,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'code_not_found',
      'not_yours',
      'code_disabled',
      'code_expired',
      'money_moved_meanwhile',
      'top_ups_off',
      'top_up_too_large',
      'top_up_too_full',
      'cards_off',
      'card_amount_too_small',
      'card_declined',
      'card_processor_lost',
    ],
  }),
  list: endpoint('GET', '/top-ups', {
    summary: 'List top-ups by card that you paid, or of codes you issued, newest first',
    may: 'signed-in',
    needs: 'read_money',
    query: wholeListQuery.extend({ prepaid_code_id: id.optional() }),
    reply: listOf(TopUp),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/top-ups/:id', {
    summary: 'Get a top-up by card; a pending one of yours is looked up at the processor first',
    may: 'signed-in',
    needs: 'read_money',
    params,
    reply: OneTopUp,
    refusals: ['top_up_not_found', 'card_processor_lost'],
  }),
  refunds: endpoint('GET', '/top-ups/:id/refunds', {
    summary: 'List the refunds of a top-up, newest first',
    may: 'signed-in',
    needs: 'read_money',
    params,
    query: wholeListQuery,
    reply: listOf(TopUpRefund),
    refusals: ['top_up_not_found', 'list_too_long'],
  }),
  refund: endpoint('POST', '/top-ups/:id/refunds', {
    summary: 'Refund a top-up in full or in part to its card, at most what is left on the code',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount,
      reason: text(limits.reasonMax),
      seen_refundable_amount: seenDollars.describe(
        'What you may refund, as far as you know: refused if it is something else',
      ),
    }),
    reply: TopUpRefund,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'top_up_not_found',
      'not_yours',
      'refund_too_much',
      'balance_too_low',
      'money_moved_meanwhile',
      'refund_elsewhere',
      'card_processor_lost',
    ],
  }),
}
