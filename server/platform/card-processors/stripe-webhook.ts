import { id as uuid } from '@coinless/contract/fields.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import { Refusal } from '../refusals/refusal.ts'

/** Id in Stripe's format. PostgreSQL could not search for others: it stores no NUL. */
const processorId = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** Parts of an event that are read. Versions of Stripe's API differ in the rest. */
const StripeEvent = z.object({
  type: z.string().optional(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: processorId,
      metadata: z.object({ refund_id: z.string().optional() }).nullish(),
    }),
  }),
})

/**
 * Returns the subject of a webhook. Accepts a signed one of an unknown shape, because Stripe would resend it for days
 * if it were refused.
 * @throws Refusal card_webhook_refused unless it is signed
 */
export function eventIn(stripe: Stripe, body: string, signature: string, secret: string) {
  if (!isSigned(stripe, body, signature, secret)) throw new Refusal('card_webhook_refused')
  const event = StripeEvent.safeParse(jsonIn(body)).data
  if (!event) return { unknown: 'unknown format' }
  const { object, id, metadata } = event.data.object
  if (object === 'payment_intent') return { reference: id }
  const refundId = object === 'refund' && uuid.safeParse(metadata?.refund_id).data
  return refundId ? { refundId } : { unknown: event.type ?? object }
}

/** Separate from parsing, because the library reports both errors in the same way. */
function isSigned({ webhooks }: Stripe, body: string, signature: string, secret: string): boolean {
  try {
    return webhooks.signature?.verifyHeader(body, signature, secret) ?? false
  } catch {
    return false
  }
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
