import type { calendar as english } from '../en/calendar.ts'

export const calendar: typeof english = {
  name: 'Wäsche',
  summary: (group) => `Wäsche: ${group}`,
  machines: ({ machines, times }) => `${machines}: ${times}`,
  release: (time) => `Bezahlen Sie bis ${time}, sonst verfällt die Buchung.`,
}
