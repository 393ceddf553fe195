export const revenueLimits = {
  /** Maximum days of a revenue period. */
  revenueDays: 3660,
  /** Rows by place or device; all others are one row. */
  revenueRows: 500,
  /** Places offered at once as a filter; a search finds the others. */
  revenuePlaces: 100,
  /** Days that a file searches at once; it reads results in chunks of `exportRowsAtOnce`. */
  bookedDays: 7,
} as const
