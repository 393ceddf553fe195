import { z } from 'zod'
import { topUpRefusals } from './choices.ts'
import { usual } from './coins.ts'
import { endpoint } from './endpoint.ts'
import {
  amountAboveZero,
  id,
  listOf,
  seenAmount,
  text,
  timestamp,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { paymentMethodId } from './payment-methods.ts'
import { ReceiptDocument } from './receipts.ts'
import { Refund } from './refunds.ts'
import { readableWith } from './rights.ts'

/** What an issuer allows holders of their codes. */
export const TopUpSettings = z.object(
  readableWith('read_money', {
    is_on: z.boolean().describe('Whether your codes can be topped up by card'),
    amounts: z.array(z.number()).describe('Suggested amounts, smallest first'),
    amount_max: z.number().describe('Maximum amount of a top-up'),
    balance_max: z.number().describe('Maximum balance after a top-up'),
  }),
)
export type TopUpSettings = z.infer<typeof TopUpSettings>

/** Defaults until an issuer saves others. */
export const defaultTopUpSettings: TopUpSettings = {
  is_on: false,
  amounts: [2, 4, 8].map((cycles) => cycles * usual.price),
  amount_max: 20 * usual.price,
  balance_max: 40 * usual.price,
}

export const topUpStatuses = ['pending', 'completed', 'failed', 'unmatched'] as const

export const TopUp = z.object({
  id,
  prepaid_code_id: id,
  amount: z.number().describe('Amount'),
  refunded_amount: z.number().describe('Amount refunded to the card'),
  status: z
    .enum(topUpStatuses)
    .describe("unmatched: the processor's charge differs from the request"),
  refusal: z
    .enum(topUpRefusals)
    .nullable()
    .describe(
      'Why the code refused the amount. The amount is then refunded to the card automatically',
    ),
  created_at: timestamp,
})
export type TopUp = z.infer<typeof TopUp>

const OneTopUp = TopUp.extend({
  paid_to: z.string().describe('Email address of the issuer'),
  remaining_balance: z
    .number()
    .nullable()
    .describe('Current balance. null if you cannot see the code'),
  refundable_amount: z.number().describe('Amount that you can currently refund to the card'),
  documents: z
    .array(ReceiptDocument)
    // Missing in first answers stored by earlier versions.
    .default([])
    .describe(
      'The numbered receipt and its credit notes, if the tax of the issuer is due when a code is sold',
    ),
  client_secret: z
    .string()
    .nullable()
    .describe('Secret with which the payer confirms a pending top-up at the card processor'),
})
export type OneTopUp = z.infer<typeof OneTopUp>

const Offer = z.object({
  is_offered: z.boolean().describe('Whether you can currently top up this code by card'),
  ending: z.string().describe('Last characters of the code'),
  remaining_balance: z.number().describe('Balance'),
  amounts: z.array(z.number()).describe('Suggested amounts, smallest first'),
  amount_min: z.number().describe('Minimum amount of the card processor'),
  amount_max: z.number().describe('Maximum amount that you can currently add'),
  topped_up: z.number().describe('Your card top-ups of this code, including pending ones'),
})
export type Offer = z.infer<typeof Offer>

const TopUpRefund = Refund.omit({ cause: true })
export type TopUpRefund = z.infer<typeof TopUpRefund>

const ofCode = z.strictObject({ id: id.describe('Id of the prepaid code') })
const params = z.strictObject({ id })
const amount = amountAboveZero(limits.topUpMax)

export const topUps = {
  settings: endpoint('GET', '/top-up-settings', {
    summary: 'Get the card top-up settings of the codes you issue',
    may: 'signed-in',
    needs: 'read_money',
    reply: TopUpSettings,
  }),
  changeSettings: endpoint('PUT', '/top-up-settings', {
    summary: 'Change the card top-up settings of the codes you issue',
    may: 'account',
    needs: 'give_money',
    query: versionQuery,
    body: z.strictObject({
      is_on: z.boolean(),
      amounts: z.array(amount).min(1).max(limits.topUpAmounts),
      amount_max: amount,
      balance_max: amountAboveZero(limits.balanceMax),
    }),
    reply: TopUpSettings,
    refusals: ['top_up_needs_verification', 'top_up_amounts_differ', 'changed_meanwhile'],
  }),
  offer: endpoint('GET', '/prepaid-codes/:id/card-top-up', {
    summary: 'Get whether you can top up a code by card, and the allowed amounts',
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
      seen_topped_up: seenAmount.describe(
        'Your card top-ups of this code, as you know them. Refused if they have changed',
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
    summary: 'List card top-ups that you paid, or of codes you issued, newest first',
    may: 'signed-in',
    needs: 'read_money',
    query: wholeListQuery.extend({ prepaid_code_id: id.optional() }),
    reply: listOf(TopUp),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/top-ups/:id', {
    summary: 'Get a card top-up. Your own pending one is first checked at the processor',
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
    summary: 'Refund a top-up to its card in full or in part, up to the balance of the code',
    may: 'signed-in',
    needs: 'give_money',
    params,
    body: z.strictObject({
      amount,
      reason: text(limits.reasonMax),
      seen_refundable_amount: seenAmount.describe(
        'Refundable amount as you know it. Refused if it has changed',
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
