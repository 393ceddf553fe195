import type { calendar as english } from '../en/calendar.ts'

export const calendar: typeof english = {
  name: 'Lavandería',
  summary: (group) => `Lavandería: ${group}`,
  machines: ({ machines, times }) => `${machines}: ${times}`,
  release: (time) => `Paga antes de las ${time} o la reserva termina.`,
}
