export const revenueLimits = {
  /** Days of a period of revenue, and up to which year. */
  revenueDays: 3660,
  revenueYearMax: 2999,
  /** Rows by place or device; the rest is one row. */
  revenueRows: 500,
  /** Days whose payments and refunds a file looks for at once; of what it finds, it reads `exportRowsAtOnce`. */
  bookedDays: 7,
} as const
