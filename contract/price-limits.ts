/** Of what a device offers besides its one price: part of `limits`. */
export const priceLimits = {
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
