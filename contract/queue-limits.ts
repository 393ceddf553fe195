/** Queues and holds. Part of `limits`. */
export const queueLimits = {
  /** Queues that one account is in, people in one queue, and guests of one network in queues or with a hold. */
  queueEntries: 5,
  queueLength: 500,
  queueGuestsOfNetwork: 20,
  /** After this time an entry ends. */
  queueEntryHours: 12,
  /** Turns without a payment after which an entry ends. */
  missedTurns: 2,
  turnMinutesMax: 60,
  holdMinutesMax: 60,
  holdPauseMinutesMax: 240,
  /** Holds, entries and machines that one server settles with one statement. */
  queueStepsAtOnce: 50,
  /** How long ended queue entries and holds are kept. */
  queueKeptDays: 30,
} as const
