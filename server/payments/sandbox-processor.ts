import { createHash } from 'node:crypto'
import { sandboxPaymentMethod } from '@coinless/contract/payments.ts'
import type { CardProcessor } from './card-processor.ts'

/** Moves no real money: approves the one test payment method and declines every other. */
export function sandboxProcessor(): CardProcessor {
  return {
    charge: async ({ paymentMethodId, idempotencyKey }) =>
      paymentMethodId === sandboxPaymentMethod
        ? { reference: `sandbox_${createHash('sha256').update(idempotencyKey).digest('hex')}` }
        : { declined: true },
  }
}
