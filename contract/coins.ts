import type { coinTypes } from './choices.ts'
import { limits } from './limits.ts'
import { type MinorUnits, toMinor } from './money.ts'

type CoinType = (typeof coinTypes)[number]

const coinValues = { quarter: 25, dollar: 100 } as const satisfies Record<CoinType, number>

/** Pulses for a price; null: coins of this kind cannot pay it exactly. */
export function pulsesFor(price: number, coin: CoinType): number | null {
  const count = toMinor(price) / coinValues[coin]
  return Number.isInteger(count) && count >= 1 && count <= limits.pulsesMax ? count : null
}

/** Nearest prices that coins can pay, for a price that they cannot; null: none on that side. */
export function nearestPrices(
  price: number,
  coin: CoinType,
): { below: MinorUnits | null; above: MinorUnits | null } {
  const size = coinValues[coin]
  const most = size * limits.pulsesMax
  const asked = toMinor(price)
  const below = Math.min(Math.floor(asked / size) * size, most)
  const above = Math.max(Math.ceil(asked / size) * size, size)
  return {
    below: below >= size ? (below as MinorUnits) : null,
    above: above <= most ? (above as MinorUnits) : null,
  }
}
