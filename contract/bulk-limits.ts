/** Of what is done with many devices or codes at once: part of `limits`. */
export const bulkLimits = {
  /** Stickers that are printed in one go. */
  stickers: 500,
  /** Rows that are chosen one by one, and all that one change of many changes. */
  chosenRows: 1000,
  bulkRows: 10_000,
  /** In one transaction, for which whoever pays at one of them may wait. */
  bulkRowsAtOnce: 100,
  /** Batches, imports and other long calls of one account that a server works on at the same time. */
  longCallsAtOnce: 1,
  /** Of those that have not ended, so many are told, the newest. */
  openBulkChanges: 5,
  /** Of its preview and report: values of a field, and names for each reason. */
  bulkGroups: 20,
  bulkNames: 20,
  /** It can be undone so long; the answer and the click take their time. Then its rows are forgotten. */
  undoSeconds: 10,
  undoGraceSeconds: 5,
  bulkKeptHours: 24,
  /** Of one person in one account, the newest: each may have thousands of rows. Plans push out no report. */
  bulkChanges: 10,
  bulkReports: 20,
} as const
