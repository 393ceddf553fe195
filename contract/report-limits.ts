/** Reports about machines. Part of `limits`. */
export const reportLimits = {
  /** Text of a report, and of an answer to it. */
  reportTextMax: 500,
  /** Reports per account and day: in total, and about machines it never paid at. */
  reports: 5,
  unpaidReports: 1,
  /** A photo as sent: bytes, each side, pixels, and bytes after decoding. */
  photoBytes: 3 * 1024 * 1024,
  photoSentSide: 12_000,
  photoPixels: 40_000_000,
  photoDecodedBytes: 160_000_000,
  /** A photo as stored: its longer side, and bytes. */
  photoSide: 1600,
  photoKeptBytes: 512 * 1024,
  /** Photos stored per account, and sent per network and day. */
  photos: 20,
  photosOfNetwork: 60,
  /** Photos decoded concurrently per server; waiting, in total and per account. */
  photosAtOnce: 1,
  photosWaiting: 16,
  photosOfAccountWaiting: 2,
  /** The decoder of a photo is killed after this many seconds, and seconds of processor time. */
  photoSeconds: 45,
  photoCpuSeconds: 8,
  /** Memory that it may allocate, in KiB. Node reserves 640,000 of them and leaves most unused. */
  photoDecoderKib: 1_200_000,
  /** A report without a payment refers to the last payment at the machine, if it is not older than this. */
  reportedPaymentHours: 24,
  /** Answers per report, and reports of one case that are returned, newest first. */
  reportAnswers: 20,
  caseReports: 100,
  /** How long the operator is notified of a report, and the reporter of an answer. */
  reportNotificationDays: 7,
  /** A case with its reports is deleted this long after it was done; if open, after its last report. */
  caseKeptDays: 90,
  openCaseKeptDays: 365,
  /**
   * After this many runs after a refund at one coin machine in this many days, its owner decides about the next by a
   * report.
   */
  freeRuns: 3,
  freeRunDays: 7,
} as const
