import type { coinTypes } from './choices.ts'
import { limits } from './limits.ts'
import { type Cents, toCents } from './money.ts'

type CoinType = (typeof coinTypes)[number]

const coinCents = { quarter: 25, dollar: 100 } as const satisfies Record<CoinType, number>

/** Pulses for a price in dollars; null: coins of this kind cannot pay it exactly. */
export function pulsesFor(price: number, coin: CoinType): number | null {
  const count = toCents(price) / coinCents[coin]
  return Number.isInteger(count) && count >= 1 && count <= limits.pulsesMax ? count : null
}

/** Nearest prices that coins can pay, for a price that they cannot; null: none on that side. */
export function nearestPrices(
  price: number,
  coin: CoinType,
): { below: Cents | null; above: Cents | null } {
  const size = coinCents[coin]
  const most = size * limits.pulsesMax
  const cents = toCents(price)
  const below = Math.min(Math.floor(cents / size) * size, most)
  const above = Math.max(Math.ceil(cents / size) * size, size)
  return {
    below: below >= size ? (below as Cents) : null,
    above: above <= most ? (above as Cents) : null,
  }
}
