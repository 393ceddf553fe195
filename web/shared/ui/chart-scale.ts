import { fromMinor, type MinorUnits } from '@coinless/contract/money.ts'

const mostSteps = 4
const smallestStep = fromMinor(1 as MinorUnits)

/**
 * Gridlines for amounts, from below the lowest to above the highest. They include 0, with steps of one, two
 * or five times a power of ten.
 */
export function linesFor(amounts: readonly number[]): number[] {
  const highest = Math.max(0, ...amounts)
  const lowest = Math.min(0, ...amounts)
  const wanted = Math.max((highest - lowest || 1) / mostSteps, smallestStep)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const round = power * ([1, 2, 5].find((times) => times * power >= wanted) ?? 10)
  const step = Math.max(round, smallestStep)
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step)
}
