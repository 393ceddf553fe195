/**
 * The numbers of all advisory locks, which a database has in common: two kinds of work with one number
 * would wait for, or pass over, each other. Functions in `schema/` name theirs themselves.
 */
export const locks = {
  /** Held by the one who runs an embedded database. */
  owner: 7_264_654,
  /** Replicas that start together migrate one after the other. */
  migration: 7_264_655,
  /** Of `fold_row_counts`, and of `forget_row_counts`, which must not meet it. */
  rowCounts: 7_264_656,
  /** Replicas that start together on an empty database make one admin between them. */
  firstAdmin: 7_264_657,
  /** Of `attempt_wait` and `attempt_wait_of`, beside a second number for whoever it is that attempts. */
  attempts: 7264,
  /** Of `assert_room`, beside a second number for each account. */
  room: 7265,
  /** Of what an account reports, beside a second number for each account. */
  reports: 7266,
  /** Of the mails to customers of codes that an account asks for, beside a second number for each account. */
  codeMails: 7267,
  /** Of mails that an address may not have asked for, beside a second number for each address. */
  unaskedMails: 7270,
  /** Of card payments, beside a second number for an account at a device. */
  paidAlready: 7268,
  /** Of `enter_account`, beside a second number for each account. */
  accounts: 7269,
  /** Of the one server that puts such mails into the outbox. */
  codeMailsAtOnce: 7_264_658,
} as const
