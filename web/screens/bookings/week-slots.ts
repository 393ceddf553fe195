import { type Slot, startOf } from '@coinless/contract/booking-plans.ts'

const minutesOfDay = 24 * 60

/** What fills days of a week with slots of one length. */
export interface SlotSeries extends Record<string, unknown> {
  from: string
  /** '00:00' is the end of the day. */
  until: string
  minutes: number
  days: readonly number[]
}

/** From 7 to 22 o'clock on every day. */
export const firstSeries: Readonly<SlotSeries> = {
  ...{ from: '07:00', until: '22:00', minutes: 180 },
  days: [1, 2, 3, 4, 5, 6, 7],
}

/** End of a slot on the clock: '01:00' for three hours from 22:00. */
export function untilOf({ starts_at, minutes }: Pick<Slot, 'starts_at' | 'minutes'>): string {
  return clock(minutesPast(starts_at) + minutes)
}

/** Length of a slot, which ends on the next day unless its end is later than its start. */
export function minutesBetween(from: string, until: string): number {
  const length = minutesPast(until) - minutesPast(from)
  return length > 0 ? length : length + minutesOfDay
}

export function sorted(slots: readonly Slot[]): Slot[] {
  return slots.toSorted((one, other) => startOf(one) - startOf(other))
}

/** Replaces the slots of some days with as many as fit. */
export function filled(slots: readonly Slot[], { from, until, minutes, days }: SlotSeries): Slot[] {
  const end = minutesPast(until) || minutesOfDay
  const starts: string[] = []
  for (let start = minutesPast(from); start + minutes <= end; start += minutes) {
    starts.push(clock(start))
  }
  const series = days.flatMap((weekday) =>
    starts.map((starts_at): Slot => ({ weekday, starts_at, minutes })),
  )
  return sorted([...slots.filter(({ weekday }) => !days.includes(weekday)), ...series])
}

/** Replaces the slots of some days with those of another day. */
export function copied(slots: readonly Slot[], from: number, days: readonly number[]): Slot[] {
  const source = slots.filter(({ weekday }) => weekday === from)
  const copies = days.flatMap((weekday) => source.map((slot): Slot => ({ ...slot, weekday })))
  return sorted([...slots.filter(({ weekday }) => !days.includes(weekday)), ...copies])
}

/** A slot after the last one of its day, and as long. */
export function nextSlot(slots: readonly Slot[], weekday: number): Slot {
  const last = slots.findLast((slot) => slot.weekday === weekday)
  if (!last) return { weekday, starts_at: firstSeries.from, minutes: firstSeries.minutes }
  return { weekday, starts_at: quarterFrom(untilOf(last)), minutes: last.minutes }
}

function quarterFrom(time: string): string {
  return clock(Math.ceil(minutesPast(time) / 15) * 15)
}

function minutesPast(time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function clock(minutes: number): string {
  const inDay = minutes % minutesOfDay
  return [Math.floor(inDay / 60), inDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
