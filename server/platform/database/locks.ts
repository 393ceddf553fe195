/**
 * Numbers of all advisory locks of a database. Each is unique, so that unrelated kinds of work neither block nor skip
 * each other. Functions in `schema/` repeat theirs.
 */
export const locks = {
  /** Held by the process that runs the embedded database. */
  owner: 7_264_654,
  /** Serializes migrations of servers that start together. */
  migration: 7_264_655,
  /** `merge_row_count_changes` and `delete_zero_row_counts`, which must not run concurrently. */
  rowCounts: 7_264_656,
  /** Makes servers that start together on an empty database create only one admin. */
  firstAdmin: 7_264_657,
  /** `attempt_wait_seconds`, with a second number per throttle key. */
  attempts: 7264,
  /** `assert_quota`, with a second number per account. */
  quota: 7265,
  /** Reports of an account, with a second number per account. */
  reports: 7266,
  /** Requests for mails to customers of codes, with a second number per account. */
  codeMails: 7267,
  /** Mails that an address may not have requested, with a second number per mailbox. */
  unrequestedMails: 7270,
  /** Card payments, with a second number per account and device. */
  paidAlready: 7268,
  /** Idempotency keys of payments with codes, with a second number per account and key. */
  paymentKeys: 7271,
  /** `is_held_for_another`, with a second number per device. Payments share it. */
  holds: 7272,
  /** Places of guests in queues and with holds, with a second number per network. */
  queueGuests: 7273,
  /** `acquire_account_lock`, with a second number per account. */
  accounts: 7269,
  /** Held by the server that moves mails to customers of codes to the outbox. */
  codeMailsAtOnce: 7_264_658,
} as const
