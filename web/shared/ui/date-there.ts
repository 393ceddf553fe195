import { type LocalTime, longDate, longDateOf } from './formats.ts'
import { viewersTimeZone, zoneName } from './time-zone.ts'

/**
 * A time in the time zone of a place, named where its clocks differ from the viewer's: 'January 5, 2026 at 3:07 PM
 * Europe/Lisbon'. null: the viewer's time zone.
 */
export function longDateThere(timestamp: string, zone: string | null): string {
  const here = longDate(timestamp)
  if (zone === null || zone === viewersTimeZone || Number.isNaN(Date.parse(timestamp))) return here
  const local = localTime(timestamp, zone)
  const there = local && longDateOf(local)
  return there === undefined || there === here ? here : `${there} ${zoneName(zone)}`
}

/** undefined: an older browser may not know the time zone. */
export function localTime(timestamp: string, timeZone: string): LocalTime | undefined {
  try {
    const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const
    const parts = new Intl.DateTimeFormat('en-CA', options).formatToParts(new Date(timestamp))
    const part = (name: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find(({ type }) => type === name)?.value)
    return {
      day: part('day'),
      month: part('month') - 1,
      year: part('year'),
      hours: part('hour'),
      minutesPast: part('minute'),
    }
  } catch {
    return undefined
  }
}
