import { limits } from '@coinless/contract/limits.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'

export const cardTimeoutMs = limits.cardPatienceSeconds * 1000

export interface ChargeRequest {
  /** Id of the card payment; makes `prepare` idempotent. */
  id: string
  amount: MinorUnits
  paymentMethodId: string
  /** The card holds the money, and only `capture` takes it. Otherwise it is taken at once. */
  isHold: boolean
}

/** A charge that the processor has prepared. */
export interface PreparedCharge extends Pick<ChargeRequest, 'id' | 'amount' | 'isHold'> {
  reference: string
  /** Account that prepared it; null if none was stored. */
  account: string | null
}

/** The result differs from the request, so that it does not count. */
interface Unmatched {
  status: 'unmatched'
  /** Such as 'amount 300, not 250'. */
  difference: string
}

/**
 * State of a charge. `completed` and `failed` are final: the money was taken, or never will be. `prepared`: not sent to
 * the card yet. `held`: the card has approved a hold, and no money is taken. The customer can confirm a pending charge
 * with its client secret.
 */
export type ChargeState =
  | { status: 'prepared' | 'held' | 'completed' | 'failed' }
  | { status: 'pending'; clientSecret?: string }
  | Unmatched

export interface RefundRequest {
  /** Makes the refund idempotent. */
  id: string
  /** Reference of the charge. */
  reference: string
  amount: MinorUnits
}

export type RefundState = { status: 'pending' | 'completed' | 'failed' } | Unmatched

/** Subject of a webhook of the processor. Its state is requested from the processor, not taken from the webhook. */
interface CardEvent {
  reference?: string
  refundId?: string
  /** Description of an event that is ignored, for the log. */
  unknown?: string
}

/**
 * External service that moves card money. Every call is idempotent, because the server may end between two calls, and
 * answers may be lost.
 * @throws Refusal card_processor_lost if the outcome is unknown
 */
export interface CardProcessor {
  /** Settings for the web app. */
  settings: CardSettings
  /** Minimum amount of a charge. */
  minimum: MinorUnits
  /** Callers get the state pending after this time. */
  timeoutMs: number
  /** Account whose references it knows; null if it has no accounts. */
  account(): Promise<string | null>
  /** Takes no money yet. @returns the processor's own id of the charge */
  prepare(charge: ChargeRequest): Promise<string>
  /** Charges the card, or holds the money. Happens once: a retry returns the result of the first call. */
  confirm(charge: PreparedCharge & ChargeRequest): Promise<ChargeState>
  /** Completes a charge that needs nobody else, and returns its state. A hold stays. */
  settle(charge: PreparedCharge): Promise<ChargeState>
  /**
   * Captures the whole hold. A retry takes nothing twice and returns `completed` again. `failed`: the hold has expired,
   * or the card refuses; then it is voided, too.
   */
  capture(charge: PreparedCharge): Promise<ChargeState>
  /**
   * Voids a charge, so that nothing is taken any more, and releases a hold. A retry returns `failed` again; `completed`
   * if the money was taken before.
   */
  cancel(charge: PreparedCharge): Promise<ChargeState>
  /** Refunds, or returns the state of the refund. */
  refund(refund: RefundRequest): Promise<RefundState>
  /** State of a refund that was made, without making one. @returns undefined if there is none */
  findRefund(refund: RefundRequest): Promise<RefundState | undefined>
  /** @throws Refusal card_webhook_refused unless the processor signed it */
  eventOf(body: string, signature: string | undefined): Promise<CardEvent>
}
