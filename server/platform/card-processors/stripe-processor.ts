import { usual } from '@coinless/contract/coins.ts'
import { currency } from '@coinless/contract/currency.ts'
import { type MinorUnits, toMinor } from '@coinless/contract/money.ts'
import Stripe from 'stripe'
import type { StripeSettings } from '../config/config.ts'
import {
  type CardProcessor,
  cardTimeoutMs,
  type RefundRequest,
  type RefundState,
} from './card-processor.ts'
import { StripeCharges } from './stripe-charges.ts'
import { isRefused, lostAnswer, reach } from './stripe-errors.ts'
import { differenceOfRefund } from './stripe-match.ts'
import { eventIn } from './stripe-webhook.ts'

/** Stripe's minimum of a charge, in minor units; where it names none, a sixth of a usual price. */
const minimums: Partial<Record<string, number>> = {
  ...{ AUD: 50, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400 },
  ...{ INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300 },
  ...{ SGD: 50, THB: 1000, USD: 50 },
}
const minimum = (minimums[currency.code] ?? Math.ceil(toMinor(usual.price) / 6)) as MinorUnits
/** Timeout of one call. Callers wait at most answerTimeoutMs for all calls together. */
const timeoutMs = 15_000
export const networkRetries = 1

/**
 * Stripe, through its official library. A charge is a PaymentIntent that is created first, then confirmed by this
 * server with the result of the Payment Element, so that no money is taken before the charge's id is stored. A card is
 * charged once: a declined charge is canceled.
 * @param installation stored with each charge
 */
export function stripeProcessor(
  settings: StripeSettings,
  installation: string,
  answerTimeoutMs = cardTimeoutMs,
): CardProcessor {
  const { secretKey, publishableKey, webhookSecret, isLive, capture, apiUrl } = settings
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  })
  const charges = new StripeCharges(stripe, settings, installation)
  return {
    settings: { processor: 'stripe', publishable_key: publishableKey, capture },
    minimum,
    timeoutMs: answerTimeoutMs,
    account: accountOnce(stripe, isLive),
    prepare: (charge) => charges.prepare(charge),
    confirm: (charge) => charges.confirm(charge),
    settle: (charge) => charges.settle(charge),
    capture: (charge) => charges.capture(charge),
    cancel: (charge) => charges.cancel(charge),
    refund: (refund) => refundOnce(stripe, refund),
    findRefund: (refund) => reach(findRefund(stripe, refund)),
    eventOf: async (body, signature) => eventIn(stripe, body, signature ?? '', webhookSecret),
  }
}

/**
 * Account of the secret key, which all keys of an account share. Test mode counts as an account because it has its own
 * charges.
 */
function accountOnce(stripe: Stripe, isLive: boolean): () => Promise<string> {
  let known: Promise<string> | undefined
  return () => {
    known ??= reach(stripe.accounts.retrieveCurrent()).then(
      ({ id }) => (isLive ? id : `${id} (test)`),
      (error) => {
        known = undefined
        throw error
      },
    )
    return known
  }
}

/** Searches for the refund first, because Stripe forgets idempotency keys after a day. */
async function refundOnce(stripe: Stripe, refund: RefundRequest): Promise<RefundState> {
  const { id, reference, amount } = refund
  try {
    const known = await findRefund(stripe, refund)
    if (known) return known
    const wanted = { payment_intent: reference, amount, metadata: { refund_id: id } }
    const made = await stripe.refunds.create(wanted, { idempotencyKey: `refund ${id}` })
    return refundState(made, refund)
  } catch (error) {
    if (isRefused(error)) return { status: 'failed' }
    throw lostAnswer(error)
  }
}

async function findRefund(stripe: Stripe, refund: RefundRequest): Promise<RefundState | undefined> {
  const { id, reference } = refund
  for await (const known of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
    if (known.metadata?.refund_id === id) return refundState(known, refund)
  }
  return undefined
}

function refundState(known: Stripe.Refund, refund: RefundRequest): RefundState {
  const difference = differenceOfRefund(known, refund)
  if (difference) return { status: 'unmatched', difference }
  if (known.status === 'succeeded') return { status: 'completed' }
  return { status: known.status === 'failed' || known.status === 'canceled' ? 'failed' : 'pending' }
}

function addressOf(url: string) {
  const { hostname: host, port, protocol } = new URL(url)
  return { host, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}
