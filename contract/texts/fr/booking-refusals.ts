import type { bookingRefusals as english } from '../en/booking-refusals.ts'

export const bookingRefusals: typeof english = {
  bookings_off: 'Les machines de cette salle ne se réservent pas.',
  booking_not_found: 'Cette réservation n’existe pas, est terminée ou n’est pas la vôtre.',
  booking_begun: 'Ce créneau a commencé et ne peut plus être déplacé. Vous pouvez l’annuler.',
  slot_not_found: 'Ce créneau n’existe pas. Les horaires ont peut-être changé.',
  slot_not_open:
    'Ce créneau est passé ou pas encore ouvert, vous l’avez déjà eu, ou ses machines sont hors service. Choisissez-en un autre.',
  slot_taken: 'Quelqu’un d’autre a réservé une machine de ce créneau. Choisissez-en un autre.',
  guests_cannot_book: 'Les invités ne peuvent pas réserver ici. Créez d’abord un compte.',
  too_many_bookings: ({ most }) =>
    `Vous avez déjà ${most} ${most === 1 ? 'réservation ouverte' : 'réservations ouvertes'} ici. Annulez-en ou déplacez-en une.`,
  too_many_bookings_in_month: ({ most }) =>
    `Vous avez atteint le maximum de ce mois (${most} ${most === 1 ? 'réservation' : 'réservations'}). Choisissez un jour d’un autre mois.`,
  slot_ending: ({ minutes }) =>
    `Votre temps réservé se termine dans ${minutes} min, aucun nouveau cycle ne démarre donc. Rien n’a été débité.`,
  runs_into_booking: ({ minutes, others }) =>
    [
      `Cette machine est réservée dans ${minutes} min, avant la fin de ce cycle.`,
      'Rien n’a été débité.',
      others
        ? `Disponibles dans la même salle : ${others}.`
        : 'Choisissez une autre machine ou un cycle plus court.',
    ].join(' '),
}
