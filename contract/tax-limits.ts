/** Business details and tax. Part of `limits`. */
export const taxLimits = {
  businessAddressMax: 300,
  taxIdMax: 40,
  /** Percent, and its decimals. */
  taxRateMax: 100,
  taxRateDecimals: 2,
  /** Versions per account, which are kept for ever. */
  businessDetailsVersions: 200,
  /** Payments older than this get numbers, so that those recorded at the same moment are in order. */
  receiptPauseSeconds: 2,
  /** How long payments that are recorded late are found, and by the slower checks. */
  receiptOverlapSeconds: 6,
  lateReceiptSeconds: 120,
  lateReceiptHours: 24,
  /** A mailed receipt first waits for its number, and is then retried until it has one, at most this long. */
  receiptMailSeconds: 10,
  receiptMailMinutes: 10,
  /** Numbers that one transaction assigns. */
  receiptsAtOnce: 200,
} as const
