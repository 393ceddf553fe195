import type { MinorUnits } from './money.ts'

/** Offers of a device and payments for them. Part of `limits`. */
export const priceLimits = {
  minutesMax: 7 * 24 * 60,
  priceMax: 1_000_000 as MinorUnits,
  /** While a card payment is pending, how long paying again needs a confirmation. */
  cardPendingMinutes: 10,
  programmes: 8,
  programmeNameMax: 40,
  /** Times of the week with other prices. */
  weekTimes: 20,
  plannedPrices: 6,
  /** How far ahead other prices than now are searched. */
  priceHoursAhead: 24,
  /** Devices whose planned prices one statement activates. */
  plannedAtOnce: 100,
} as const
