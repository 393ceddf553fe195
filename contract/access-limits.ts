/** Access without the owner's sign-in: API keys, staff and displays of rooms. Part of `limits`. */
export const accessLimits = {
  apiKeyNameMax: 60,
  apiKeyDaysMax: 5 * 366,
  /** Places per staff member who is limited to some. */
  staffPlaces: 50,
  /** Places offered for this choice. */
  placesListed: 500,
  /** Invitations per account in 24 hours, including repeated ones. */
  invitationsADay: 50,
  /** Validity of an invitation link, and days after which an unaccepted invitation is deleted. */
  invitationDays: 7,
  invitationKeptDays: 30,
  displayNameMax: 60,
  displaysOfRoom: 10,
  /** People per queue that a display shows. */
  displayedInLine: 5,
} as const
