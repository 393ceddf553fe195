/** What is kept and shown of how an installation stands. */
export const systemLimits = {
  /** Kinds of errors, and statements, of the last day. */
  problemsShown: 20,
  /** Kinds that one server counts until it adds them to those of all, ten seconds later. */
  problemsAtOnce: 100,
  /** Rows, of the last day and of all servers: a few megabytes. */
  problemsKept: 5000,
  problemLengthMax: 500,
  /** Of what waits in a queue: with more, counting them takes long. */
  waitingCounted: 10_000,
  /** For so long files of npm run backup count as kept: one is written each night. */
  backupFileDays: 2,
  /** One a minute is written to BACKUP_DIR, each at once. */
  walWaiting: 10,
}
