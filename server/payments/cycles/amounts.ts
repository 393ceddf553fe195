import type { MinorUnits } from '@coinless/contract/money.ts'
import type { Cycle, Facts } from './cycle.ts'

const minuteMs = 60_000

export function paidMs({ minutes }: Facts): number {
  return minutes * minuteMs
}

/** What is left of a payment to refund. */
export function rest(
  { money, refundedAmount }: Pick<Cycle, 'money' | 'refundedAmount'>,
  { price }: Pick<Facts, 'price'>,
): MinorUnits {
  return (money === 'taken' ? price - refundedAmount : 0) as MinorUnits
}

/** Refund for an interrupted cycle: the minutes that did not run, or everything below the minimum. */
export function partNotRun(facts: Facts, ranMs: number): MinorUnits {
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
): MinorUnits {
  const charged = Math.max(begunMinutes(ranMs), facts.minimumMinutes)
  return facts.refundsUnused ? priceWithout(charged, facts) : (0 as MinorUnits)
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
): MinorUnits {
  return Math.ceil((price * Math.max(minutes - charged, 0)) / minutes) as MinorUnits
}
