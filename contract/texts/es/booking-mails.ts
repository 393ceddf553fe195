import type { bookingMails as english } from '../en/booking-mails.ts'

export const bookingMails: typeof english = {
  booking_closed: ({ slot, location }) => ({
    subject: `Tu reserva del ${slot} se ha cancelado`,
    text: `Tu reserva del ${slot} se ha cancelado: ${location}. Las máquinas no estarán disponibles o el propietario necesita el turno. Puedes reservar otro.`,
  }),
  booking_changed: ({ slot, location }) => ({
    subject: `Menos máquinas en tu reserva del ${slot}`,
    text: `Una máquina de tu reserva del ${slot} ya no está disponible: ${location}. Conservas las demás. También puedes mover la reserva a otro turno.`,
  }),
  booking_released: ({ slot, location }) => ({
    subject: `Tu reserva del ${slot} terminó sin usarse`,
    text: `No pagaste a tiempo en ninguna máquina, así que tu reserva del ${slot} ha terminado: ${location}. Las máquinas quedan libres para todos.`,
  }),
}
