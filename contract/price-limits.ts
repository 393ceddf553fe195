/** Of what a device offers and what is paid for it: part of `limits`. */
export const priceLimits = {
  minutesMax: 7 * 24 * 60,
  priceDollarsMax: 10_000,
  /** So long whoever pays again is asked whether they mean it, while a card payment is pending. */
  cardPendingMinutes: 10,
  programmes: 8,
  programmeNameMax: 40,
  /** Times of the week with other prices. */
  weekTimes: 20,
  plannedPrices: 6,
  /** Other prices than now are looked for so far ahead. */
  priceHoursAhead: 24,
  /** Devices whose planned prices one statement puts into force. */
  plannedAtOnce: 100,
} as const
