import { randomUUID } from 'node:crypto'
import { sandboxPaymentMethod } from '@coinless/contract/payments.ts'
import type { CardProcessor } from './card-processor.ts'

/** Moves no real money: approves the one test payment method and declines every other. */
export function sandboxProcessor(): CardProcessor {
  return {
    charge: async ({ paymentMethodId }) =>
      paymentMethodId === sandboxPaymentMethod
        ? { reference: `sandbox_${randomUUID()}` }
        : { declined: true },
  }
}
