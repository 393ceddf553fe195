import { z } from 'zod'
import { cardRefusals } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  amountUpTo,
  email,
  id,
  listOf,
  listQuery,
  minutes,
  text,
  timestamp,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { paymentMethodId } from './payment-methods.ts'
import { Transaction } from './transactions.ts'
import { secretText } from './typed-fields.ts'

export const cardPaymentStatuses = [
  'pending',
  'completed',
  'failed',
  'refunded',
  'unmatched',
] as const

const CardPayment = z.object({
  id: id.describe('Also the id of the transaction after completion'),
  status: z
    .enum(cardPaymentStatuses)
    .describe("unmatched: the processor's charge differs from the request"),
  client_secret: z
    .string()
    .nullable()
    .describe('Secret with which the customer confirms a pending payment at the card processor'),
  cycle_id: id
    .nullable()
    // Here and below: missing in first answers stored by earlier versions.
    .default(null)
    .describe(
      'Cycle of the payment, once created. With a cycle, a pending payment holds the amount on the card until the machine starts',
    ),
  refusal: z
    .enum(cardRefusals)
    .nullable()
    .default(null)
    .describe('Why no machine was started. Nothing is charged'),
})
export type CardPayment = z.infer<typeof CardPayment>

export const CardSettings = z.object({
  processor: z
    .enum(['off', 'sandbox', 'stripe'])
    .describe('off: cards are not accepted. sandbox: no money moves'),
  publishable_key: z.string().nullable().describe('Publishable key of the processor'),
  capture: z
    .enum(['automatic', 'manual'])
    .describe(
      'manual: the amount is held first, then charged. Always manual for a device with a controller',
    ),
})
export type CardSettings = z.infer<typeof CardSettings>

/** A code that the caller can pay with at a device without typing it. Never includes its text. */
export const CodeChoice = z.object({
  id,
  ending: z.string().describe('Last characters of the code'),
  whose: z.string().nullable().describe('Name or address of the customer, for the issuer only'),
  remaining_balance: z.number().describe('Balance'),
  expires_at: timestamp.nullable(),
  suffices: z.boolean().describe('Whether the balance is enough for the device'),
  is_kept: z
    .boolean()
    .describe(
      'true: you saved the code by paying with it, and can remove it. false: it was issued to you',
    ),
  may_top_up: z.boolean().describe('Whether you can top up the code by card'),
})
export type CodeChoice = z.infer<typeof CodeChoice>

/** A code that the caller can pay with without typing it, at any device. */
const WalletCode = CodeChoice.omit({ whose: true, suffices: true }).extend({
  code: z
    .string()
    .nullable()
    .describe('null: you saved the code, and typed it yourself. It is not shown again'),
  disabled: z.boolean(),
})
export type WalletCode = z.infer<typeof WalletCode>

/** Why a card payment or refund stays unsettled. */
export const unsettledReasons = ['other_processor', 'unmatched'] as const

export const UnsettledCard = z.object({
  id,
  kind: z.enum(['payment', 'top_up', 'refund']),
  reason: z
    .enum(unsettledReasons)
    .describe(
      'Why it needs attention: pending at a processor or account that this server does not use, or unmatched',
    ),
  amount: z.number().describe('Amount requested from the processor'),
  processor: z.enum(['sandbox', 'stripe']).nullable(),
  processor_account: z.string().nullable(),
  processor_reference: z.string().nullable().describe('Id of the charge at the processor'),
  difference: z.string().nullable().describe("How the processor's data differs"),
  created_at: timestamp,
})
export type UnsettledCard = z.infer<typeof UnsettledCard>

const cardOutcome = z.object({ transaction: Transaction.nullable(), payment: CardPayment })

const chosenProgramme = text(limits.programmeNameMax)
  .nullish()
  .describe('Name of the programme. Default: the first one')

/** Terms that the customer agreed to. They must still match the device's. */
const agreedTerms = {
  device_id: id,
  amount: amountUpTo(limits.priceMax),
  duration: minutes,
  programme: chosenProgramme,
  pay_again: z
    .boolean()
    .optional()
    .describe(
      'true or omitted: adds time at a device without a controller if you have already paid for it. false: refuses until your paid time ends',
    ),
}

const ofDevice = [
  'device_not_found',
  'device_not_active',
  'device_in_use',
  'held_for_another',
  'slot_ending',
  'runs_into_booking',
  'device_silent',
  'device_fault',
  'device_out_of_order',
  'terms_changed',
  'paid_already',
] as const

const ofCode = [
  'code_not_accepted',
  'code_disabled',
  'code_expired',
  'code_balance_too_low',
] as const

const paidByCode = z.object({ remaining_balance: z.number(), transaction: Transaction })

export const payments = {
  prepaid: endpoint('POST', '/payments/prepaid', {
    summary: 'Pay for a cycle with a prepaid code',
    may: 'signed-in',
    needs: 'pay',
    body: z.strictObject({
      ...agreedTerms,
      prepaid_code: secretText(limits.codeMax),
      keep_code: z
        .boolean()
        .optional()
        .describe(
          'Whether to save the code for your later payments. It stays saved until the code changes',
        ),
    }),
    reply: paidByCode,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...ofDevice, ...ofCode, 'too_many_attempts'],
  }),
  chosenCode: endpoint('POST', '/payments/prepaid/:id', {
    summary: 'Pay for a cycle with a prepaid code that was issued to you or that you saved',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    body: z.strictObject(agreedTerms),
    reply: paidByCode,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...ofDevice, ...ofCode],
  }),
  codes: endpoint('GET', '/payments/codes', {
    summary:
      'List codes issued to you or saved by you that pay at a device. The preferred one is first',
    may: 'signed-in',
    needs: 'pay',
    query: z.strictObject({
      device_id: id,
      programme: text(limits.programmeNameMax).optional(),
      code_id: id.optional().describe('Code to list first'),
    }),
    reply: z.object({ data: z.array(CodeChoice) }),
    refusals: ['device_not_found'],
  }),
  wallet: endpoint('GET', '/payments/wallet', {
    summary:
      'List codes issued to you or saved by you, for all devices. Usable codes first, then the largest balance',
    may: 'signed-in',
    needs: ['pay', 'read_codes'],
    query: listQuery.extend({ code_id: id.optional().describe('Only this code') }),
    reply: listOf(WalletCode).extend({
      has_issued: z.boolean().describe('Whether you have issued codes'),
    }),
  }),
  forgetCode: endpoint('DELETE', '/payments/codes/:id', {
    summary: 'Remove a saved code from your account. The code itself is unchanged',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    reply: null,
    refusals: ['code_not_found'],
  }),
  card: endpoint('POST', '/payments/card', {
    summary: 'Pay for a cycle by card',
    may: 'signed-in',
    needs: 'pay',
    body: z.strictObject({
      ...agreedTerms,
      customer_name: text(limits.nameMax),
      customer_email: email,
      payment_method_id: paymentMethodId,
    }),
    reply: cardOutcome,
    requestsPerMinute: requestsPerMinute.payByCard,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      ...ofDevice,
      'device_changed',
      'cards_off',
      'card_amount_too_small',
      'card_declined',
      'card_processor_lost',
    ],
  }),
  cardSettings: endpoint('GET', '/payments/card/settings', {
    summary: 'Get the card processor in use and how a card pays at a device',
    may: 'signed-in',
    needs: 'pay',
    query: z.strictObject({ device_id: id.optional() }),
    reply: CardSettings,
  }),
  cardStatus: endpoint('GET', '/payments/card/:id', {
    summary:
      'Get the state of your card payment. A pending payment is first checked at the card processor',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    reply: cardOutcome,
    refusals: ['transaction_not_found', 'card_processor_lost'],
  }),
  unsettledCards: endpoint('GET', '/admin-card-payments', {
    summary: 'List card payments and refunds that need attention',
    may: 'admin',
    needs: ['admin', 'read_money'],
    query: wholeListQuery,
    reply: listOf(UnsettledCard),
    refusals: ['list_too_long'],
  }),
  cardWebhook: endpoint('POST', '/payments/card/webhook', {
    summary: 'Receive a signed webhook of the card processor',
    may: 'anyone',
    body: z.string(),
    bodyIsText: true,
    bodyBytes: limits.bodyBytes,
    reply: null,
    refusals: ['card_webhook_refused', 'card_processor_lost'],
  }),
}
