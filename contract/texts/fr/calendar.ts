import type { calendar as english } from '../en/calendar.ts'

export const calendar: typeof english = {
  name: 'Lessive',
  summary: (group) => `Lessive : ${group}`,
  machines: ({ machines, times }) => `${machines} : ${times}`,
  release: (time) => `Payez avant ${time}, sinon la réservation prend fin.`,
}
