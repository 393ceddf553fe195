import { currencies } from './currencies.ts'
import { currency } from './currency.ts'
import { limits } from './limits.ts'
import { type MinorUnits, plainAmount, toMinor } from './money.ts'

/** The name of a coin in dollars; the value of another, such as '0.50'. */
export type CoinType = 'quarter' | 'dollar' | `${number}`

const { coins, price: usualPrice } = currencies[currency.code] ?? { coins: [], price: 0 }
const names: Record<string, CoinType> =
  currency.code === 'USD' ? { '0.25': 'quarter', '1.00': 'dollar' } : {}

const values = new Map(
  coins.map((value) => {
    const text = plainAmount(value)
    return [names[text] ?? (text as CoinType), toMinor(value)]
  }),
)

/** Coins of the currency, from the smallest. */
export const coinTypes = [...values.keys()] as [CoinType, ...CoinType[]]

/** Step of a price. */
export const smallestCoin = coins[0] ?? 1

/** Initial values of forms. The coin is the largest that pays the price. */
export const usual = {
  price: usualPrice,
  coin: coinTypes.findLast((coin) => pulsesFor(usualPrice, coin) !== null) ?? coinTypes[0],
  /** Of a new code: one dollar, or one cycle. */
  balance: currency.code === 'USD' ? 1 : usualPrice,
}

/** The coin with this value, if any. */
export function coinOf(value: number): CoinType | undefined {
  return coinTypes.find((coin) => worthOf(coin) === toMinor(value))
}

/** Pulses for a price; null: coins of this kind cannot pay it exactly. */
export function pulsesFor(price: number, coin: CoinType): number | null {
  const count = toMinor(price) / worthOf(coin)
  return Number.isInteger(count) && count >= 1 && count <= limits.pulsesMax ? count : null
}

/** Nearest prices that coins can pay, for a price that they cannot; null: none on that side. */
export function nearestPrices(
  price: number,
  coin: CoinType,
): { below: MinorUnits | null; above: MinorUnits | null } {
  const size = worthOf(coin)
  const most = size * limits.pulsesMax
  const asked = toMinor(price)
  const below = Math.min(Math.floor(asked / size) * size, most)
  const above = Math.max(Math.ceil(asked / size) * size, size)
  return {
    below: below >= size ? (below as MinorUnits) : null,
    above: above <= most ? (above as MinorUnits) : null,
  }
}

/** In minor units. */
function worthOf(coin: CoinType): number {
  return values.get(coin) ?? Number.NaN
}
