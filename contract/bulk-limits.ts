/** Bulk changes of devices and codes. Part of `limits`. */
export const bulkLimits = {
  /** Stickers per print. */
  stickers: 500,
  /** Rows selected one by one, and rows per bulk change. */
  chosenRows: 1000,
  bulkRows: 10_000,
  /** Rows per transaction; a payer at one of these devices may wait for it. */
  bulkRowsAtOnce: 100,
  /** Concurrent batches, imports and other long calls per account and server. */
  longCallsAtOnce: 1,
  /** Open bulk changes listed, newest first. */
  openBulkChanges: 5,
  /** Values per field, and names per reason, in preview and report. */
  bulkGroups: 20,
  bulkNames: 20,
  /** How long a change can be undone, plus time for the answer and the click; and when its rows are deleted. */
  undoSeconds: 10,
  undoGraceSeconds: 5,
  bulkKeptHours: 24,
  /** Kept per person and account, newest first, because each may have thousands of rows: plans, and reports. */
  bulkChanges: 10,
  bulkReports: 20,
} as const
