/** Bookings of slots. Part of `limits`. */
export const bookingLimits = {
  /** Groups of machines in a room, and slots of a group in a week. */
  machineGroups: 20,
  groupMachines: 30,
  groupNameMax: 60,
  weekSlots: 168,
  /** Size of a plan with as many groups, machines and slots as possible. */
  bookingPlanBytes: 256 * 1024,
  slotMinutesMin: 15,
  slotMinutesMax: 24 * 60,
  /** Days on which a room has no slots. */
  closedPeriods: 50,
  closedReasonMax: 100,
  bookingDaysAheadMax: 90,
  openBookingsMax: 50,
  monthBookingsMax: 200,
  releaseMinutesMin: 5,
  releaseMinutesMax: 240,
  lastStartMinutesMax: 240,
  dryerMinutesMax: 240,
  /** Days that one answer lists. */
  bookingDaysShown: 7,
  /** How far ahead the state of a machine names the next slot. */
  bookedHoursShown: 12,
  /** Before a slot, how long a closed machine is not yet reason to end the booking. */
  bookingClosedHours: 12,
  /** Bookings that a display shows. */
  displayedBookings: 4,
  /** How long a calendar lists used bookings, and how often apps are asked to fetch it. */
  calendarPastDays: 30,
  calendarRefreshMinutes: 15,
  /** Bookings that one server settles with one statement. */
  bookingStepsAtOnce: 50,
  /** How long ended bookings are kept, for statistics. */
  bookingKeptDays: 400,
} as const
