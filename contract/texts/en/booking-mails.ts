import type { MailText } from '../alert-mail.ts'

/** A booked slot, with its start on the room's clock. */
export interface BookingInMail {
  slot: string
  location: string
}

/** Mails and push messages about bookings. */
export const bookingMails = {
  booking_closed: ({ slot, location }: BookingInMail): MailText => ({
    subject: `Your booking on ${slot} has been cancelled`,
    text: `Your booking on ${slot} has been cancelled: ${location}. Its machines are not available then, or the landlord needs the time. You can book another slot.`,
  }),
  booking_changed: ({ slot, location }: BookingInMail): MailText => ({
    subject: `Fewer machines in your booking on ${slot}`,
    text: `A machine of your booking on ${slot} is no longer available: ${location}. You keep the others. You can also move the booking to another slot.`,
  }),
  booking_released: ({ slot, location }: BookingInMail): MailText => ({
    subject: `Your booking on ${slot} has ended unused`,
    text: `You did not pay at a machine in time, so your booking on ${slot} has ended: ${location}. The machines are for anyone now.`,
  }),
}
