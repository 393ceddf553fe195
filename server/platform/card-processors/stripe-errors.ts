import Stripe from 'stripe'
import { Refusal } from '../refusals/refusal.ts'

const retryAfterSeconds = 5
const badRequest = 400
const notFound = 404
const missing = 'resource_missing'

const { StripeCardError, StripeError, StripeInvalidRequestError } = Stripe.errors

/**
 * Stripe has answered, and done nothing. Not so when it knows no such charge: then it is asked with
 * the key of another account, or of its tests, and whether anything was done is not known.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof StripeCardError) return true
  return (
    error instanceof StripeInvalidRequestError &&
    error.statusCode === badRequest &&
    error.code !== missing
  )
}

/** Something that was named does not exist: the charge, or what is beside it, such as a card. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError &&
    (error.statusCode === notFound || error.code === missing)
  )
}

/**
 * Waits for what Stripe answers.
 * @throws Refusal card_processor_lost for each of its errors, which is a fault of ours or theirs and
 * never of whoever pays: with a lost answer, a wrong key or an odd request nobody knows what was done
 */
export async function reach<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw lost(error)
  })
}

export function lost(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error
  const refusal = new Refusal('card_processor_lost', { seconds: retryAfterSeconds })
  refusal.cause = toldToTheLog(error)
  return refusal
}

/** The error itself holds all that Stripe answered, with secrets of the charge. */
function toldToTheLog({ type, statusCode, code, requestId, message }: Stripe.errors.StripeError) {
  const facts = [type, statusCode, code, requestId].filter(Boolean).join(' ')
  return new Error(`Stripe: ${facts}: ${message}`)
}
