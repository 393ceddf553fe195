/** Mails that their address may not have asked for, mails to customers of codes and weekly mails: part of `limits`. */
export const codeMailLimits = {
  /** Mails to one address in 24 hours, from all accounts: codes of each purpose, and everything else together. */
  emailCodesToAddress: 4,
  /** Codes of each purpose to the unverified spellings of one mailbox together: dots and what follows a plus. */
  emailCodesToMailbox: 8,
  /** Codes mailed to unverified accounts from one network in 24 hours. */
  emailCodesOfNetwork: 100,
  unaskedMailsToAddress: 5,
  /** The last of these codes is good until another one can be mailed. */
  lastEmailCodeMinutes: 24 * 60,
  /** Invitations that one account sends to one address in 24 hours. */
  invitationsToAddress: 3,
  /** Mails to customers that one account may ask for in a day, and that one address gets in a day from all accounts. */
  codeMailsADay: 5000,
  codeMailsToAddress: 3,
  /** After this pause it is looked at again whether that address may get another. */
  codeMailPauseHours: 6,
  /** So many enter the outbox in a second, and none while so many mails wait there. */
  codeMailsAtOnce: 10,
  /** Addresses that the mail server refused, as a batch names them. */
  refusedMailsShown: 20,
  /** On Mondays by the clocks of whoever is told, and for how long it is of use. */
  weeklyMailHour: 8,
  weeklyMailHours: 48,
} as const
