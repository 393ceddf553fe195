import type { bookingRefusals as english } from '../en/booking-refusals.ts'

export const bookingRefusals: typeof english = {
  bookings_off: 'Las máquinas de esta sala no se pueden reservar.',
  booking_not_found: 'Esta reserva no existe, ha terminado o no es tuya.',
  booking_begun: 'Este turno ya ha empezado y no se puede mover. Puedes cancelarlo.',
  slot_not_found: 'Este turno no existe. Puede que los horarios hayan cambiado.',
  slot_not_open:
    'Este turno ya ha pasado o aún no está abierto, ya lo tuviste o sus máquinas están fuera de servicio. Elige otro.',
  slot_taken: 'Otra persona ha reservado una máquina de este turno. Elige otro.',
  guests_cannot_book: 'Los invitados no pueden reservar aquí. Crea antes una cuenta.',
  too_many_bookings: ({ most }) =>
    `Ya tienes ${most} ${most === 1 ? 'reserva abierta' : 'reservas abiertas'} aquí. Cancela o mueve una.`,
  too_many_bookings_in_month: ({ most }) =>
    `Has llegado al máximo de este mes: ${most} ${most === 1 ? 'reserva' : 'reservas'}. Elige un día de otro mes.`,
  slot_ending: ({ minutes }) =>
    `Tu tiempo reservado termina en ${minutes} min, así que no empieza otro ciclo. No se ha cobrado nada.`,
  runs_into_booking: ({ minutes, others }) =>
    [
      `Esta máquina está reservada dentro de ${minutes} min, antes de que termine este ciclo.`,
      'No se ha cobrado nada.',
      others
        ? `Disponibles en la misma sala: ${others}.`
        : 'Elige otra máquina o un ciclo más corto.',
    ].join(' '),
}
