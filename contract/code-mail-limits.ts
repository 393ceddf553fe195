/** Of mails to the customers of codes, and on somebody's week: part of `limits`. */
export const codeMailLimits = {
  /** That one account may ask for in a day; that one address gets in a day from all of them. */
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
