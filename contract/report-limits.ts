/** Of what is reported of machines: part of `limits`. */
export const reportLimits = {
  /** Of a report and of an answer to it. */
  reportTextMax: 500,
  /** Of one account within a day: of faults in all, and at machines it never paid at. */
  reports: 5,
  unpaidReports: 1,
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
} as const
