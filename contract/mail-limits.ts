/** Mails: retries, how many one address gets, mails to customers of codes, weekly mails. Part of `limits`. */
export const mailLimits = {
  /** How long a mail is retried, and concurrent mails per server. */
  mailHours: 24,
  mailsAtOnce: 10,
  /** Pause before retrying a failed mail; doubles each time. */
  mailPauseSeconds: 10,
  mailPauseSecondsMax: 5 * 60,
  /** Lease of a claimed mail: by then a server has sent it or crashed. */
  mailClaimSeconds: 5 * 60,
  /** Timeout for the mail server's answers. */
  mailServerSeconds: 15,
  /** Mails to one address in 24 hours, from all accounts: codes per purpose, and all other mails together. */
  emailCodesToAddress: 4,
  /** Codes per purpose to all unverified spellings of one mailbox: with dots or a plus suffix. */
  emailCodesToMailbox: 8,
  /** Codes mailed to unverified accounts from one network in 24 hours. */
  emailCodesOfNetwork: 100,
  unaskedMailsToAddress: 5,
  /** The last of these codes stays valid until another can be mailed. */
  lastEmailCodeMinutes: 24 * 60,
  /** Invitations from one account to one address in 24 hours. */
  invitationsToAddress: 3,
  /** Mails to customers per day: requested by one account, and to one address from all accounts. */
  codeMailsADay: 5000,
  codeMailsToAddress: 3,
  /** Pause before checking again whether that address may get another mail. */
  codeMailPauseHours: 6,
  /** Mails that enter the outbox per second; none do while this many wait there. */
  codeMailsAtOnce: 10,
  /** Refused addresses that a batch lists. */
  refusedMailsShown: 20,
  /** Hour on Mondays in the recipient's time zone, and hours after which the mail is no longer sent. */
  weeklyMailHour: 8,
  weeklyMailHours: 48,
} as const
