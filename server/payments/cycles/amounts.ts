import type { Cents } from '@coinless/contract/money.ts'
import type { Cycle, Facts } from './cycle.ts'

const minuteMs = 60_000

export function paidMs({ minutes }: Facts): number {
  return minutes * minuteMs
}

/** What is ours of a payment and has not been given back yet. */
export function rest(
  { money, givenBack }: Pick<Cycle, 'money' | 'givenBack'>,
  { price }: Pick<Facts, 'price'>,
): Cents {
  return (money === 'taken' ? price - givenBack : 0) as Cents
}

/** Of a cycle that was cut short: the minutes that did not run, or all when it ran for less than the least. */
export function partNotRun(facts: Facts, ranMs: number): Cents {
  return ranMs < facts.minimumMinutes * minuteMs
    ? facts.price
    : priceWithout(wholeMinutes(ranMs), facts)
}

/**
 * Of a cycle that its customer stopped, where the owner gives minutes back. The least is always charged, and so is
 * the minute that has begun: whoever stops before it is over, again and again, runs for nothing otherwise.
 */
export function partNotUsed(
  facts: Pick<Facts, 'price' | 'minutes' | 'minimumMinutes' | 'givesBackUnused'>,
  ranMs: number,
): Cents {
  const charged = Math.max(begunMinutes(ranMs), facts.minimumMinutes)
  return facts.givesBackUnused ? priceWithout(charged, facts) : (0 as Cents)
}

function wholeMinutes(ms: number): number {
  return Math.floor(ms / minuteMs)
}

function begunMinutes(ms: number): number {
  return Math.max(Math.ceil(ms / minuteMs), 1)
}

/** A part of a cent goes to the customer. Exact: the product is far below 2^53. */
function priceWithout(
  charged: number,
  { price, minutes }: Pick<Facts, 'price' | 'minutes'>,
): Cents {
  return Math.ceil((price * Math.max(minutes - charged, 0)) / minutes) as Cents
}
