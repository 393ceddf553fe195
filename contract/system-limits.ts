/** Stored and shown health data of an installation. */
export const systemLimits = {
  /** Kinds of errors, and statements, of the last day. */
  problemsShown: 20,
  /** Kinds that one server counts before it merges them with those of all servers, every ten seconds. */
  problemsAtOnce: 100,
  /** Rows of the last day, for all servers: a few megabytes. */
  problemsKept: 5000,
  problemLengthMax: 500,
  /** Maximum count of a queue, because counting more takes long. */
  waitingCounted: 10_000,
  /** How long files of npm run backup count as current: one is written each night. */
  backupFileDays: 2,
  /** Segments that may wait. One a minute is written to BACKUP_DIR, each immediately. */
  walWaiting: 10,
}
