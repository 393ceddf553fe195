/** Of who gets into an account besides its owner: programs with a key, and staff. Part of `limits`. */
export const accessLimits = {
  /** API keys of one account that are not over. */
  apiKeys: 20,
  apiKeyNameMax: 60,
  apiKeyDaysMax: 5 * 366,
  /** Who works for one account, with those who are invited. */
  staff: 50,
  /** Of somebody who works at some places alone. */
  staffPlaces: 50,
  /** Of which an owner chooses those. */
  placesListed: 500,
  /** Invitations that an account sends in 24 hours, those that are sent again included. */
  invitationsADay: 50,
  /** For which the link of an invitation is good, and after which one that nobody accepted is forgotten. */
  invitationDays: 7,
  invitationKeptDays: 30,
} as const
