/** Of files that are imported: part of `limits`. */
export const importLimits = {
  importBytes: 5 * 1024 * 1024,
  importRows: 10_000,
  /** That one call brings. */
  importRowsAtOnce: 200,
} as const
