import { text } from './fields.ts'
import { limits } from './limits.ts'

/** Payment methods of the sandbox processor. None moves real money. */
export const sandboxPaymentMethods = {
  approved: 'pm_card_visa',
  declined: 'pm_card_chargeDeclined',
  /** Approved after a few seconds. */
  delayed: 'pm_card_delayed',
} as const

export const paymentMethodId = text(limits.tokenMax).describe(
  `From Stripe, such as pm_…, created in the browser. The sandbox approves ${sandboxPaymentMethods.approved}, approves ${sandboxPaymentMethods.delayed} after a few seconds, and declines all others`,
)
