import Stripe from 'stripe'
import { Refusal } from '../refusals/refusal.ts'

const retryAfterSeconds = 5
const badRequest = 400
const notFound = 404
const missing = 'resource_missing'

const { StripeCardError, StripeError, StripeInvalidRequestError } = Stripe.errors

/**
 * Whether Stripe answered and did nothing. False for an unknown charge: then the key belongs to another account, or to
 * test mode, and the outcome is unknown.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof StripeCardError) return true
  return (
    error instanceof StripeInvalidRequestError &&
    error.statusCode === badRequest &&
    error.code !== missing
  )
}

/** Whether a named object does not exist: the charge, or another one such as a card. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError &&
    (error.statusCode === notFound || error.code === missing)
  )
}

/**
 * Waits for Stripe's answer.
 * @throws Refusal card_processor_lost for each error of Stripe, which is our or their fault and never the payer's:
 *   after a lost answer, a wrong key or an odd request the outcome is unknown
 */
export async function reach<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw lostAnswer(error)
  })
}

export function lostAnswer(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  const refusal = new Refusal('card_processor_lost', { seconds: retryAfterSeconds })
  refusal.cause = forLog(error)
  return refusal
}

/** Copies only safe fields, because the error contains Stripe's whole answer with secrets of the charge. */
function forLog({ type, statusCode, code, requestId, message }: Stripe.errors.StripeError) {
  const facts = [type, statusCode, code, requestId].filter(Boolean).join(' ')
  return new Error(`Stripe: ${facts}: ${message}`)
}
