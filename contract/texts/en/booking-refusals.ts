/** Refusals of bookings, and of payments because of one. */
export const bookingRefusals = {
  bookings_off: 'Machines in this room cannot be booked.',
  booking_not_found: 'This booking does not exist, has ended or is not yours.',
  booking_begun: 'This slot has begun and can no longer be moved. You can cancel it.',
  slot_not_found: 'There is no such slot. The times may have changed.',
  slot_not_open:
    'This slot is over or not open yet, you have already had it, or its machines are out of service. Choose another one.',
  slot_taken: 'Someone else has booked or holds a machine of this slot. Choose another one.',
  guests_cannot_book: 'Guests cannot book here. Create an account first.',
  too_many_bookings: ({ most }: { most: number }) =>
    `You already have ${most} open ${most === 1 ? 'booking' : 'bookings'} here. Cancel or move one.`,
  too_many_bookings_in_month: ({ most }: { most: number }) =>
    `You have reached the ${most} ${most === 1 ? 'booking' : 'bookings'} of this month. Choose a day of another month.`,
  slot_ending: ({ minutes }: { minutes: number }) =>
    `Your booked time ends in ${minutes} min, so no new cycle starts. Nothing was charged.`,
  runs_into_booking: ({ minutes, others }: { minutes: number; others: string }) =>
    [
      `This machine is booked in ${minutes} min, before this cycle would end.`,
      'Nothing was charged.',
      others
        ? `Available in the same room: ${others}.`
        : 'Choose another machine or a shorter cycle.',
    ].join(' '),
}
