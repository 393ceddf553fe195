import type { Cents } from '@coinless/contract/money.ts'

interface CardCharge {
  amount: Cents
  paymentMethodId: string
  customerEmail: string
  /** Names one intention: charged again with it, the processor answers as it did before. */
  idempotencyKey: string
}

/** The outside world that moves the money of a card payment. */
export interface CardProcessor {
  /** Takes the amount, or declines and takes nothing. `reference` is the processor's own id. */
  charge(charge: CardCharge): Promise<{ reference: string } | { declined: true }>
}
