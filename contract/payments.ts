import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, minutes, text } from './fields.ts'
import { limits } from './limits.ts'
import { dollars } from './money.ts'
import { Transaction } from './transactions.ts'

/** The only payment method that the sandbox processor approves. It moves no real money. */
export const sandboxPaymentMethod = 'pm_card_visa'

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
    reply: z.object({ transaction: Transaction }),
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['device_not_found', 'device_not_active', 'terms_changed', 'card_declined'],
  }),
}
