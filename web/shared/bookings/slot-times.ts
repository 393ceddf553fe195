import { t } from '../texts/texts.ts'
import { localTime } from '../ui/date-there.ts'
import { longDay } from '../ui/day-names.ts'
import { clock } from '../ui/formats.ts'

/** Times of slots on the clocks of a room, whatever the viewer's time zone is. */

/** '7:00 AM – 10:00 AM' */
export function hoursOf(from: string, until: string, zone: string): string {
  return t('bookings.range', { from: clockThere(from, zone), until: clockThere(until, zone) })
}

/** 'Mon, Jan 5, 7:00 AM – 10:00 AM' */
export function slotOf({ starts_at, ends_at }: Slot, zone: string): string {
  const day = longDay(dayThere(starts_at, zone))
  return t('dates.dateAndTime', { date: day, time: hoursOf(starts_at, ends_at, zone) })
}

interface Slot {
  starts_at: string
  ends_at: string
}

/** The calendar day of a moment in a time zone, such as '2026-01-05'. */
export function dayThere(timestamp: string, zone: string): string {
  const local = localTime(timestamp, zone)
  if (!local) return timestamp.slice(0, 10)
  const { year, month, day } = local
  return [year, month + 1, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** A calendar day so many days later. */
export function daysLater(isoDate: string, days: number): string {
  const moment = new Date(isoDate)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

function clockThere(timestamp: string, zone: string): string {
  const local = localTime(timestamp, zone)
  return local ? clock(local.hours, local.minutesPast) : timestamp.slice(11, 16)
}
