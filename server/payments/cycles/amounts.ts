import type { Cents } from '@coinless/contract/money.ts'
import type { Cycle, Facts } from './cycle.ts'

const minuteMs = 60_000

export function paidMs({ minutes }: Facts): number {
  return minutes * minuteMs
}

/** What is left of a payment to refund. */
export function rest(
  { money, refundedCents }: Pick<Cycle, 'money' | 'refundedCents'>,
  { price }: Pick<Facts, 'price'>,
): Cents {
  return (money === 'taken' ? price - refundedCents : 0) as Cents
}

/** Refund for an interrupted cycle: the minutes that did not run, or everything below the minimum. */
export function partNotRun(facts: Facts, ranMs: number): Cents {
  return ranMs < facts.minimumMinutes * minuteMs
    ? facts.price
    : priceWithout(wholeMinutes(ranMs), facts)
}

/**
 * Refund for a cycle that its customer stopped, if the owner refunds unused minutes. Always charges the minimum and
 * the minute that has begun; otherwise repeated early stops would be free.
 */
export function partNotUsed(
  facts: Pick<Facts, 'price' | 'minutes' | 'minimumMinutes' | 'refundsUnused'>,
  ranMs: number,
): Cents {
  const charged = Math.max(begunMinutes(ranMs), facts.minimumMinutes)
  return facts.refundsUnused ? priceWithout(charged, facts) : (0 as Cents)
}

function wholeMinutes(ms: number): number {
  return Math.floor(ms / minuteMs)
}

function begunMinutes(ms: number): number {
  return Math.max(Math.ceil(ms / minuteMs), 1)
}

/** Rounds in the customer's favor. Exact: the product is far below 2^53. */
function priceWithout(
  charged: number,
  { price, minutes }: Pick<Facts, 'price' | 'minutes'>,
): Cents {
  return Math.ceil((price * Math.max(minutes - charged, 0)) / minutes) as Cents
}
