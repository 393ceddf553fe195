/** Of what is reported of machines: part of `limits`. */
export const reportLimits = {
  /** Of a report and of an answer to it. */
  reportTextMax: 500,
  /** Of one account within a day: of faults in all, and at machines it never paid at. */
  reports: 5,
  unpaidReports: 1,
  /** A photo as it is sent: bytes, each side and all pixels, and the bytes that a decoder makes of them. */
  photoBytes: 3 * 1024 * 1024,
  photoSentSide: 12_000,
  photoPixels: 40_000_000,
  photoDecodedBytes: 160_000_000,
  /** Of a photo as it is kept: of its longer side, and in bytes. */
  photoSide: 1600,
  photoKeptBytes: 512 * 1024,
  /** Kept of one account, and sent from one network within a day. */
  photos: 20,
  photosOfNetwork: 60,
  /** Decoded at the same moment by one server; those that wait, in all and of one account. */
  photosAtOnce: 1,
  photosWaiting: 16,
  photosOfAccountWaiting: 2,
  /** The program that decodes one photo is killed after these seconds, and after these of a processor. */
  photoSeconds: 45,
  photoCpuSeconds: 8,
  /** Memory that it may allocate, in KiB. Node reserves 640,000 of them and leaves most unused. */
  photoDecoderKib: 1_200_000,
  /** A report that names no payment is about the last one at the machine, if that is not older. */
  reportedPaymentHours: 24,
  /** Answers to one report, and reports of one case that are read at once, newest first. */
  reportAnswers: 20,
  caseReports: 100,
  /** For so long a report is told to whoever runs the machine, and an answer to whoever made it. */
  reportNoticeDays: 7,
  /** A case with all of its reports is forgotten so long after it was done, or, still open, after its last report. */
  caseKeptDays: 90,
  openCaseKeptDays: 365,
  /** After so many runs after a refund at one coin machine in so many days, its owner decides about the next one by a report. */
  freeRuns: 3,
  freeRunDays: 7,
} as const
