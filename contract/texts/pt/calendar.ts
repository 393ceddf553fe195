import type { calendar as english } from '../en/calendar.ts'

export const calendar: typeof english = {
  name: 'Lavanderia',
  summary: (group) => `Lavanderia: ${group}`,
  machines: ({ machines, times }) => `${machines}: ${times}`,
  release: (time) => `Pague até ${time}, ou a reserva termina.`,
}
