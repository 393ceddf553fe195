import type { bookingMails as english } from '../en/booking-mails.ts'

export const bookingMails: typeof english = {
  booking_closed: ({ slot, location }) => ({
    subject: `Ihre Buchung am ${slot} wurde storniert`,
    text: `Ihre Buchung am ${slot} wurde storniert: ${location}. Die Geräte stehen dann nicht zur Verfügung, oder der Vermieter braucht die Zeit. Sie können eine andere Zeit buchen.`,
  }),
  booking_changed: ({ slot, location }) => ({
    subject: `Weniger Geräte in Ihrer Buchung am ${slot}`,
    text: `Ein Gerät Ihrer Buchung am ${slot} steht nicht mehr zur Verfügung: ${location}. Die anderen behalten Sie. Sie können die Buchung auch verschieben.`,
  }),
  booking_released: ({ slot, location }) => ({
    subject: `Ihre Buchung am ${slot} ist ungenutzt verfallen`,
    text: `Sie haben nicht rechtzeitig an einem Gerät bezahlt, deshalb ist Ihre Buchung am ${slot} verfallen: ${location}. Die Geräte sind jetzt für alle frei.`,
  }),
}
