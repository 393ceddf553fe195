import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calendarTexts } from '@coinless/contract/texts/texts.ts'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Server } from '../../http/request/server.ts'
import type { StoredBooking } from '../bookings/bookings.ts'

interface CalendarOptions extends Pick<Server, 'config'> {
  language: Language
  /** Of a feed, which apps fetch again. */
  name?: string
}

/** Bookings as an iCalendar file. Names are those that the account sees in the app (decision 144). */
export function calendarOf(
  bookings: readonly StoredBooking[],
  { language, config: { publicUrl }, name }: CalendarOptions,
): string {
  const calendar = ical({
    prodId: '//Coinless//Bookings//EN',
    method: ICalCalendarMethod.PUBLISH,
    ...(name !== undefined && { name, ttl: limits.calendarRefreshMinutes * 60 }),
  })
  const texts = calendarTexts[language]
  for (const booking of bookings) {
    calendar.createEvent({
      id: booking.id,
      sequence: booking.moves,
      stamp: new Date(),
      start: booking.starts_at,
      end: booking.ends_at,
      summary: texts.summary(booking.group),
      location: booking.location,
      description: descriptionOf(booking, language),
      ...(publicUrl && { url: `${publicUrl}/rooms/${booking.room}/bookings` }),
    })
  }
  return calendar.toString()
}

/** Machines with their times on the room's clock, and when the booking ends unused. */
function descriptionOf(booking: StoredBooking, language: Language): string {
  const { machines, release_at, time_zone: timeZone } = booking
  const texts = calendarTexts[language]
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })
  const byTimes = Map.groupBy(machines, ({ starts_at, ends_at }) =>
    clock.formatRange(new Date(starts_at), new Date(ends_at)),
  )
  const lines = [...byTimes].map(([times, together]) =>
    texts.machines({
      machines: together.map(({ device_number }) => device_number).join(', '),
      times,
    }),
  )
  if (release_at) lines.push(texts.release(clock.format(release_at)))
  return lines.join('\n')
}
