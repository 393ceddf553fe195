/** Webhooks to external servers. Part of `limits`. */
export const webhookLimits = {
  webhookUrlMax: 1000,
  /** Time for a receiver's whole answer, and the part of it that is stored. */
  webhookSeconds: 10,
  webhookAnswerBytes: 1024,
  webhookHeaderBytes: 16 * 1024,
  /** Concurrent deliveries: per server, to one receiver (one if it fails), and to all receivers of an account. */
  webhooksAtOnce: 40,
  deliveriesAtOnce: 4,
  deliveriesOfAccountAtOnce: 10,
  /** Lease after which other servers send a claimed delivery that has no result. */
  webhookClaimSeconds: 60,
  /** Pause before retrying a delivery; doubles each time. */
  webhookPauseSeconds: 10,
  webhookPauseSecondsMax: 4 * 60 * 60,
  /** When a delivery is given up, and a webhook without any successful delivery is disabled. */
  webhookDays: 3,
  deliveryKeptDays: 30,
  /** Per webhook, without waiting ones; ten times as many per account. */
  deliveriesKept: 10_000,
  /** How long the old secret stays valid while receivers switch to the new one. */
  oldSecretHours: 24,
} as const
