import type { bookingMails as english } from '../en/booking-mails.ts'

export const bookingMails: typeof english = {
  booking_closed: ({ slot, location }) => ({
    subject: `Sua reserva de ${slot} foi cancelada`,
    text: `Sua reserva de ${slot} foi cancelada: ${location}. As máquinas não estarão disponíveis, ou o proprietário precisa do horário. Você pode reservar outro.`,
  }),
  booking_changed: ({ slot, location }) => ({
    subject: `Menos máquinas na sua reserva de ${slot}`,
    text: `Uma máquina da sua reserva de ${slot} não está mais disponível: ${location}. Você mantém as outras. Também pode mudar a reserva para outro horário.`,
  }),
  booking_released: ({ slot, location }) => ({
    subject: `Sua reserva de ${slot} terminou sem uso`,
    text: `Você não pagou em nenhuma máquina a tempo, por isso sua reserva de ${slot} terminou: ${location}. As máquinas estão livres para todos.`,
  }),
}
