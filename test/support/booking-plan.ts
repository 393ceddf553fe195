import type { BookingPlan, Slot } from '@coinless/contract/booking-plans.ts'

/** A slot for each hour of the week. */
export const hourlySlots: Slot[] = Array.from({ length: 7 * 24 }, (_, hour) => ({
  weekday: Math.floor(hour / 24) + 1,
  starts_at: `${String(hour % 24).padStart(2, '0')}:00`,
  minutes: 60,
}))

export const bookingRules: Omit<BookingPlan, 'groups'> = {
  ...{ time_zone: 'UTC', days_ahead: 28, open_max: 3, month_max: null },
  ...{ release_minutes: 20, last_start_minutes: 0, overrun_allowed: false },
  ...{ guests_allowed: false, closed: [] },
}

/** One group of machines, with a slot for each hour. */
export function dailyPlan(...device_ids: string[]): BookingPlan {
  const group = { id: null, name: 'Washers', dryer_minutes: 0, slots: hourlySlots, device_ids }
  return { ...bookingRules, groups: [group] }
}
