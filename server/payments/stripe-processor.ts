import { id as uuid } from '@coinless/contract/fields.ts'
import type { Cents } from '@coinless/contract/money.ts'
import Stripe from 'stripe'
import type { StripeSettings } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { CardProcessor, CardRefund, ChargeState, RefundState } from './card-processor.ts'

/** Stripe takes no less in US dollars. */
const minimum = 50 as Cents
const timeoutMs = 20_000
const networkRetries = 2
const retryAfterSeconds = 5

/**
 * Stripe, by its official library. A charge is a PaymentIntent that is made first and confirmed by this
 * server with what the Payment Element gave the web app, so that nothing is taken before the charge's
 * id is kept. A card is asked once: a charge that it declined is canceled.
 */
export function stripeProcessor(settings: StripeSettings): CardProcessor {
  const stripe = new Stripe(settings.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    ...(settings.apiUrl && addressOf(settings.apiUrl)),
  })

  async function stateOf(intent: Stripe.PaymentIntent): Promise<ChargeState> {
    const { id, status, client_secret, last_payment_error } = intent
    if (status === 'succeeded') return { status: 'completed' }
    if (status === 'canceled') return { status: 'failed' }
    if (status === 'requires_capture') return capture(id)
    if (status === 'requires_payment_method' && last_payment_error) return cancel(id)
    if (status === 'requires_payment_method' || status === 'requires_confirmation') {
      return { status: 'prepared' }
    }
    const isAsking = status === 'requires_action' && client_secret
    return { status: 'pending', ...(isAsking && { clientSecret: client_secret }) }
  }

  async function settle(reference: string): Promise<ChargeState> {
    return stateOf(await reach(stripe.paymentIntents.retrieve(reference)))
  }

  async function capture(reference: string): Promise<ChargeState> {
    const key = { idempotencyKey: `capture ${reference}` }
    const captured = reach(stripe.paymentIntents.capture(reference, {}, key))
    return captured.then(stateOf, (error) => asItStands(reference, error))
  }

  async function cancel(reference: string): Promise<ChargeState> {
    const canceled = reach(stripe.paymentIntents.cancel(reference))
    return canceled.then(stateOf, (error) => asItStands(reference, error))
  }

  /** For what Stripe refused to do because the charge has gone on meanwhile. */
  async function asItStands(reference: string, error: unknown): Promise<ChargeState> {
    if (!isRefused(error)) throw error
    const { status } = await reach(stripe.paymentIntents.retrieve(reference))
    if (status === 'succeeded') return { status: 'completed' }
    return { status: status === 'canceled' ? 'failed' : 'pending' }
  }

  return {
    settings: {
      processor: 'stripe',
      publishable_key: settings.publishableKey,
      capture: settings.capture,
    },
    minimum,
    settle,
    cancel,
    prepare: async ({ id, amount }) => {
      const intent: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        capture_method: settings.capture,
        metadata: { card_payment_id: id },
      }
      const key = { idempotencyKey: `prepare ${id}` }
      return (await reach(stripe.paymentIntents.create(intent, key))).id
    },
    confirm: async (reference, { id, paymentMethodId }) => {
      const method = paymentMethodId.startsWith('ctoken_') ? 'confirmation_token' : 'payment_method'
      const key = { idempotencyKey: `confirm ${id}` }
      try {
        const given = { [method]: paymentMethodId }
        return await stateOf(await reach(stripe.paymentIntents.confirm(reference, given, key)))
      } catch (error) {
        if (!isRefused(error)) throw error
        const state = await settle(reference)
        return state.status === 'prepared' ? cancel(reference) : state
      }
    },
    refund: (refund) => refundOnce(stripe, refund),
    noticeOf: async (body, signature) => {
      const { object } = eventOf(stripe, body, signature, settings.webhookSecret).data
      if ('object' in object && object.object === 'payment_intent') return { reference: object.id }
      if (!('object' in object) || object.object !== 'refund') return {}
      const refundId = uuid.safeParse(object.metadata?.refund_id).data
      return refundId ? { refundId } : {}
    },
  }
}

/** Looks for the refund first: Stripe forgets the keys of calls after a day. */
async function refundOnce(
  stripe: Stripe,
  { id, reference, amount }: CardRefund,
): Promise<RefundState> {
  try {
    for await (const known of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
      if (known.metadata?.refund_id === id) return refundState(known)
    }
    const wanted = { payment_intent: reference, amount, metadata: { refund_id: id } }
    return refundState(await stripe.refunds.create(wanted, { idempotencyKey: `refund ${id}` }))
  } catch (error) {
    if (isRefused(error)) return 'failed'
    throw unlessLost(error)
  }
}

function refundState({ status }: Stripe.Refund): RefundState {
  if (status === 'succeeded') return 'completed'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function eventOf(stripe: Stripe, body: string, signature: string | undefined, secret: string) {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret)
  } catch {
    throw new Refusal('card_notice_refused')
  }
}

function addressOf(url: string) {
  const { hostname: host, port, protocol } = new URL(url)
  return { host, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

async function reach<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw unlessLost(error)
  })
}

/** Stripe has answered, and done nothing. */
function isRefused(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
  return error instanceof StripeCardError || error instanceof StripeInvalidRequestError
}

/** Whether it was done nobody knows when no answer came, or one that says so. */
function unlessLost(error: unknown): unknown {
  const { errors } = Stripe
  const lost = [
    errors.StripeConnectionError,
    errors.StripeAPIError,
    errors.StripeRateLimitError,
    errors.StripeIdempotencyError,
  ]
  return lost.some((kind) => error instanceof kind)
    ? new Refusal('card_processor_lost', { seconds: retryAfterSeconds })
    : error
}
