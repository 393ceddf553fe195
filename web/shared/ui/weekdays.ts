import { t } from '../texts/texts.ts'

/** Starts on Monday. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** @param weekday 1 is Monday, 7 is Sunday */
export function weekdayName(weekday: number): string {
  return t(`revenue.${weekdays[weekday - 1] ?? 'monday'}`)
}

export function weekdayChoices() {
  return weekdays.map((_, index) => ({ value: index + 1, label: weekdayName(index + 1) }))
}
