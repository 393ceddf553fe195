interface Tender {
  /** Usual price of a cycle, for the form of a new device. */
  price: number
  /** Values of coins that machines take. */
  coins: readonly number[]
}

/** Currencies that an installation can have, with at most two decimals, by ISO 4217 code. */
export const currencies: Readonly<Record<string, Tender>> = {
  AUD: { price: 4, coins: [0.2, 0.5, 1, 2] },
  BRL: { price: 12, coins: [0.25, 0.5, 1] },
  CAD: { price: 3, coins: [0.25, 1, 2] },
  CHF: { price: 3, coins: [0.1, 0.2, 0.5, 1, 2, 5] },
  CLP: { price: 2500, coins: [50, 100, 500] },
  CZK: { price: 50, coins: [1, 2, 5, 10, 20, 50] },
  DKK: { price: 20, coins: [1, 2, 5, 10, 20] },
  EUR: { price: 2.5, coins: [0.1, 0.2, 0.5, 1, 2] },
  GBP: { price: 2.5, coins: [0.1, 0.2, 0.5, 1, 2] },
  HKD: { price: 20, coins: [1, 2, 5, 10] },
  ILS: { price: 10, coins: [0.5, 1, 2, 5, 10] },
  INR: { price: 100, coins: [1, 2, 5, 10, 20] },
  JPY: { price: 300, coins: [10, 50, 100, 500] },
  KRW: { price: 3000, coins: [100, 500] },
  MXN: { price: 30, coins: [1, 2, 5, 10] },
  MYR: { price: 5, coins: [0.1, 0.2, 0.5] },
  NOK: { price: 30, coins: [1, 5, 10, 20] },
  NZD: { price: 4, coins: [0.2, 0.5, 1, 2] },
  PLN: { price: 10, coins: [0.5, 1, 2, 5] },
  RON: { price: 10, coins: [0.1, 0.5] },
  SEK: { price: 30, coins: [1, 2, 5, 10] },
  SGD: { price: 4, coins: [0.2, 0.5, 1] },
  THB: { price: 40, coins: [1, 2, 5, 10] },
  TWD: { price: 50, coins: [1, 5, 10, 50] },
  USD: { price: 2.5, coins: [0.25, 1] },
  ZAR: { price: 30, coins: [1, 2, 5] },
}

export const currencyCodes = Object.keys(currencies)
