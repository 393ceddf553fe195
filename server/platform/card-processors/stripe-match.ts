import { currency } from '@coinless/contract/currency.ts'
import type Stripe from 'stripe'
import type { PreparedCharge, RefundRequest } from './card-processor.ts'

/** As Stripe writes it. Its minor units are those of ISO 4217 for every currency that an installation can have. */
export const stripeCurrency = currency.code.toLowerCase()

/** Metadata that Stripe stores with a charge. */
export function metadataOf(id: string, installation: string) {
  return { card_payment_id: id, installation }
}

interface Us {
  installation: string
  isLive: boolean
}

/**
 * Describes how a charge differs from the request; undefined if it does not. A charge from before accounts were stored
 * does not name the installation.
 */
export function differenceOf(
  intent: Stripe.PaymentIntent,
  { id, amount, account }: PreparedCharge,
  { installation, isLive }: Us,
): string | undefined {
  const { metadata, status } = intent
  return told([
    ['amount', intent.amount, amount],
    ['amount received', status === 'succeeded' ? intent.amount_received : amount, amount],
    ['currency', intent.currency, stripeCurrency],
    ['live mode', intent.livemode, isLive],
    ['card payment', metadata.card_payment_id, id],
    ['installation', account === null ? installation : metadata.installation, installation],
  ])
}

/** The same for a refund. */
export function differenceOfRefund(
  refund: Stripe.Refund,
  { amount, reference }: RefundRequest,
): string | undefined {
  return told([
    ['amount', refund.amount, amount],
    ['currency', refund.currency, stripeCurrency],
    ['charge', refund.payment_intent, reference],
  ])
}

function told(facts: [what: string, found: unknown, wanted: unknown][]): string | undefined {
  const different = facts
    .filter(([, found, wanted]) => found !== wanted)
    .map(([what, found, wanted]) => `${what} ${found ?? 'missing'}, not ${wanted}`)
  return different.length > 0 ? different.join('; ') : undefined
}
