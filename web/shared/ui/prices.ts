import type { Offer } from '@coinless/contract/device-prices.ts'
import { t } from '../texts/texts.ts'
import { minutes, money } from './formats.ts'

interface Priced {
  price: number
  duration_minutes: number
  offers: readonly Offer[] | null
}

/**
 * Current price of a device, as 'now $1.00' if it differs at other times; of several programmes the lowest, as 'now
 * from $1.25'.
 */
export function priceOf({ price, offers }: Priced): string {
  if (!offers) return money(price)
  const amount = money(Math.min(...offers.map((each) => each.price)))
  return t(offers.length === 1 ? 'scanned.priceNow' : 'scanned.priceNowFrom', { amount })
}

/** Duration; of several programmes the shortest to the longest, as '15–60 minutes'. */
export function durationOf({ duration_minutes, offers }: Priced, text = minutes): string {
  if (!offers) return text(duration_minutes)
  const all = offers.map((each) => each.duration_minutes)
  const [shortest, longest] = [Math.min(...all), Math.max(...all)]
  return shortest === longest ? text(shortest) : `${shortest}–${text(longest)}`
}
