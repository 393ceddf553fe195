export const longText =
  'Washing machine number four in the second basement of the house at the corner, beside the lift, ' +
  'which takes a little longer than the others since its door was repaired'

/** A word without a place to break. */
export const longWord =
  'Laundrette-of-the-Danube-steamship-company-captains-and-their-families-'.repeat(2)

export function nothing(): void {}
