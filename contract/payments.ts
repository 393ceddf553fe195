import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dollars, email, id, listOf, minutes, text, timestamp, wholeListQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { Transaction } from './transactions.ts'

/** The payment methods that the sandbox processor knows. None moves real money. */
export const sandboxPaymentMethods = {
  approved: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  /** Approved after a few seconds. */
  delayed: 'pm_card_delayed',
} as const

export const cardPaymentStatuses = [
  'pending',
  'completed',
  'failed',
  'refunded',
  'unmatched',
] as const

const CardPayment = z.object({
  id: id.describe('Also of its transaction, once it is completed'),
  status: z
    .enum(cardPaymentStatuses)
    .describe('Unmatched: the processor took something else than it was asked for'),
  client_secret: z
    .string()
    .nullable()
    .describe('With which the customer confirms a pending payment to the card processor'),
})
export type CardPayment = z.infer<typeof CardPayment>

export const CardSettings = z.object({
  processor: z
    .enum(['off', 'sandbox', 'stripe'])
    .describe('Off: no cards are taken. The sandbox moves no money'),
  publishable_key: z.string().nullable().describe('With which the web app reaches the processor'),
  capture: z.enum(['automatic', 'manual']),
})
export type CardSettings = z.infer<typeof CardSettings>

/** Why a card payment or refund is left alone. */
export const unsettledReasons = ['other_processor', 'unmatched'] as const

export const UnsettledCard = z.object({
  id,
  kind: z.enum(['payment', 'refund']),
  reason: z
    .enum(unsettledReasons)
    .describe('Pending at a processor or account that this server does not use, or unmatched'),
  amount: z.number().describe('Dollars, as the processor was asked for'),
  processor: z.enum(['sandbox', 'stripe']).nullable(),
  processor_account: z.string().nullable(),
  processor_reference: z.string().nullable().describe("The processor's own id of the charge"),
  difference: z.string().nullable().describe('What the processor says otherwise'),
  created_at: timestamp,
})
export type UnsettledCard = z.infer<typeof UnsettledCard>

const cardOutcome = z.object({ transaction: Transaction.nullable(), payment: CardPayment })

/** What the customer saw and agreed to. It must still be what the device asks. */
const agreedTerms = {
  device_id: id,
  amount: dollars(limits.priceDollarsMax),
  duration: minutes,
}

export const payments = {
  prepaid: endpoint('POST', '/payments/prepaid', {
    summary: 'Pay for a cycle with a prepaid code',
    may: 'signed-in',
    body: z.strictObject({ ...agreedTerms, prepaid_code: text(limits.codeMax) }),
    reply: z.object({ remaining_balance: z.number(), transaction: Transaction }),
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'device_not_found',
      'device_not_active',
      'terms_changed',
      'code_not_accepted',
      'code_disabled',
      'code_expired',
      'code_balance_too_low',
      'too_many_guesses',
    ],
  }),
  card: endpoint('POST', '/payments/card', {
    summary: 'Pay for a cycle by card',
    may: 'signed-in',
    body: z.strictObject({
      ...agreedTerms,
      customer_name: text(limits.nameMax),
      customer_email: email,
      payment_method_id: text(limits.tokenMax),
    }),
    reply: cardOutcome,
    requestsPerMinute: requestsPerMinute.payByCard,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'device_not_found',
      'device_not_active',
      'terms_changed',
      'cards_off',
      'card_amount_too_small',
      'card_declined',
      'card_processor_lost',
    ],
  }),
  cardSettings: endpoint('GET', '/payments/card/settings', {
    summary: 'Which card processor takes the money',
    may: 'signed-in',
    reply: CardSettings,
  }),
  cardStatus: endpoint('GET', '/payments/card/:id', {
    summary: 'How a card payment of yours stands; one that is pending is looked after',
    may: 'signed-in',
    params: z.strictObject({ id }),
    reply: cardOutcome,
    refusals: ['transaction_not_found', 'card_processor_lost'],
  }),
  unsettledCards: endpoint('GET', '/admin-card-payments', {
    summary: 'Card payments and refunds that are left alone until somebody has looked at them',
    may: 'admin',
    query: wholeListQuery,
    reply: listOf(UnsettledCard),
    refusals: ['list_too_long'],
  }),
  cardNotice: endpoint('POST', '/payments/card/notices', {
    summary: 'What the card processor tells by itself, signed by it',
    may: 'anyone',
    body: z.string(),
    bodyIsText: true,
    reply: null,
    refusals: ['card_notice_refused', 'card_processor_lost'],
  }),
}
