import { limits } from '@coinless/contract/limits.ts'
import type { Cents } from '@coinless/contract/money.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'

export const patienceMs = limits.cardPatienceSeconds * 1000

export interface Charge {
  /** Of the card payment: prepared again with it, the processor answers as it did before. */
  id: string
  amount: Cents
  paymentMethodId: string
  /** The card is asked to hold the money; only `capture` takes it. Otherwise it is taken at once. */
  isHold: boolean
}

/** One that the processor has prepared. */
export interface PreparedCharge extends Pick<Charge, 'id' | 'amount' | 'isHold'> {
  reference: string
  /** As it was when it was prepared; null where none was kept. */
  account: string | null
}

/** What was done is not what was asked for, so that it counts for nobody. */
interface Unmatched {
  status: 'unmatched'
  /** Such as 'amount 300, not 250'. */
  difference: string
}

/**
 * How a charge stands. `completed` and `failed` are final: the money was taken, or will never be.
 * `prepared` has not been asked of the card yet. `held`: the card has approved a hold, and nothing is
 * taken. With a client secret the customer can confirm a pending one.
 */
export type ChargeState =
  | { status: 'prepared' | 'held' | 'completed' | 'failed' }
  | { status: 'pending'; clientSecret?: string }
  | Unmatched

export interface CardRefund {
  /** Asked again with it, the processor refunds nothing twice. */
  id: string
  /** Of the charge. */
  reference: string
  amount: Cents
}

export type RefundState = { status: 'pending' | 'completed' | 'failed' } | Unmatched

/** What a webhook of the processor is about; how that stands is asked, not believed. */
interface CardEvent {
  reference?: string
  refundId?: string
  /** What it says that is nothing to us, for the log. */
  unknown?: string
}

/**
 * The outside world that moves the money of cards. Every call may be repeated: between two calls, or
 * with an answer that is lost, the server may end.
 * @throws Refusal card_processor_lost when nobody knows whether it was done
 */
export interface CardProcessor {
  /** What the web app has to know of it. */
  settings: CardSettings
  /** It takes no less. */
  minimum: Cents
  /** After so long whoever calls is told that it is pending. */
  patienceMs: number
  /** Whose references it knows; null when it has no accounts. */
  account(): Promise<string | null>
  /** Takes nothing yet. @returns the processor's own id of the charge */
  prepare(charge: Charge): Promise<string>
  /** Asks the card for the money, or to hold it. Once: a repetition says what came of the first time. */
  confirm(charge: PreparedCharge & Charge): Promise<ChargeState>
  /** Brings to its end what needs nobody else, and says how it stands. What is held stays so. */
  settle(charge: PreparedCharge): Promise<ChargeState>
  /**
   * Takes what is held, all of it. Repeated, it takes nothing twice and says `completed` again. `failed`:
   * the hold has ended, or the card refuses; then it is voided, too.
   */
  capture(charge: PreparedCharge): Promise<ChargeState>
  /**
   * Voids: sees to it that nothing is taken any more, and lets go what is held. Repeated, it says `failed`
   * again; `completed` when the money was taken before.
   */
  cancel(charge: PreparedCharge): Promise<ChargeState>
  /** Gives back, or says how that stands. */
  refund(refund: CardRefund): Promise<RefundState>
  /** @throws Refusal card_webhook_refused unless the processor signed it */
  eventOf(body: string, signature: string | undefined): Promise<CardEvent>
}
