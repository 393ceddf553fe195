/** Of what the server tells other servers: part of `limits`. */
export const webhookLimits = {
  /** Of one account. */
  webhooks: 10,
  webhookUrlMax: 1000,
  /** For which a receiver has time for its whole answer, and what of that is kept to look at. */
  webhookSeconds: 10,
  webhookAnswerBytes: 1024,
  webhookHeaderBytes: 16 * 1024,
  /**
   * How many one server sends at the same moment, all servers to one receiver, to one that fails one, and to all
   * receivers of an account.
   */
  webhooksAtOnce: 40,
  deliveriesAtOnce: 4,
  deliveriesOfAccountAtOnce: 10,
  /** After which others send what a server has taken and not noted. */
  webhookClaimSeconds: 60,
  /** After this pause what did not arrive is sent again, then twice as long each time. */
  webhookPauseSeconds: 10,
  webhookPauseSecondsMax: 4 * 60 * 60,
  /** Then a delivery is given up, and a webhook disabled at which nothing arrived meanwhile. */
  webhookDays: 3,
  deliveryKeptDays: 30,
  /** Of one webhook, those that wait for their receiver aside; ten times as many of an account. */
  deliveriesKept: 10_000,
  /** For which receivers may roll over to another secret. */
  oldSecretHours: 24,
} as const
