/** Imported files. Part of `limits`. */
export const importLimits = {
  importBytes: 5 * 1024 * 1024,
  importRows: 10_000,
  /** Rows per call. */
  importRowsAtOnce: 200,
} as const
