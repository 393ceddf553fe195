import type { bookingRefusals as english } from '../en/booking-refusals.ts'

export const bookingRefusals: typeof english = {
  bookings_off: 'As máquinas desta sala não podem ser reservadas.',
  booking_not_found: 'Esta reserva não existe, terminou ou não é sua.',
  booking_begun: 'Este horário já começou e não pode mais ser alterado. Você pode cancelá-lo.',
  slot_not_found: 'Este horário não existe. Os horários podem ter mudado.',
  slot_not_open:
    'Este horário já passou ou ainda não está aberto, você já o teve, ou suas máquinas estão fora de serviço. Escolha outro.',
  slot_taken: 'Outra pessoa reservou uma máquina deste horário. Escolha outro.',
  guests_cannot_book: 'Convidados não podem reservar aqui. Crie uma conta primeiro.',
  too_many_bookings: ({ most }) =>
    `Você já tem ${most} ${most === 1 ? 'reserva aberta' : 'reservas abertas'} aqui. Cancele ou altere uma.`,
  too_many_bookings_in_month: ({ most }) =>
    `Você chegou ao limite deste mês: ${most} ${most === 1 ? 'reserva' : 'reservas'}. Escolha um dia de outro mês.`,
  slot_ending: ({ minutes }) =>
    `Seu tempo reservado termina em ${minutes} min, por isso nenhum novo ciclo começa. Nada foi cobrado.`,
  runs_into_booking: ({ minutes, others }) =>
    [
      `Esta máquina está reservada em ${minutes} min, antes do fim deste ciclo.`,
      'Nada foi cobrado.',
      others
        ? `Disponíveis na mesma sala: ${others}.`
        : 'Escolha outra máquina ou um ciclo mais curto.',
    ].join(' '),
}
