import type { bookingMails as english } from '../en/booking-mails.ts'

export const bookingMails: typeof english = {
  booking_closed: ({ slot, location }) => ({
    subject: `Votre réservation du ${slot} est annulée`,
    text: `Votre réservation du ${slot} est annulée : ${location}. Les machines ne seront pas disponibles, ou le bailleur a besoin du créneau. Vous pouvez en réserver un autre.`,
  }),
  booking_changed: ({ slot, location }) => ({
    subject: `Moins de machines dans votre réservation du ${slot}`,
    text: `Une machine de votre réservation du ${slot} n’est plus disponible : ${location}. Vous gardez les autres. Vous pouvez aussi déplacer la réservation.`,
  }),
  booking_released: ({ slot, location }) => ({
    subject: `Votre réservation du ${slot} a expiré sans être utilisée`,
    text: `Vous n’avez payé à aucune machine à temps, votre réservation du ${slot} est donc terminée : ${location}. Les machines sont maintenant libres pour tous.`,
  }),
}
