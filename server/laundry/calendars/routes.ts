import { bookings } from '@coinless/contract/bookings.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { bookingFile, createCalendar, endCalendar, feed, ownCalendar } from './calendars.ts'

export function calendarRoutes(server: Server) {
  const { database } = server

  route(server, calendars.get, ({ caller }) => ownCalendar(database, caller))

  route(
    server,
    calendars.create,
    ({ caller, request, idempotencyKey }) =>
      createCalendar(server, caller, languageOf(request), idempotencyKey),
    { findsFirstAnswer: true },
  )

  route(server, calendars.end, ({ caller }) => endCalendar(database, caller))

  route(server, calendars.feed, ({ params, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return feed(server, params.feed_secret)
  })

  route(server, bookings.calendar, async ({ caller, params, reply }) => {
    const file = await bookingFile(server, caller, params.id)
    reply.header('content-disposition', 'attachment; filename="laundry.ics"')
    return file
  })
}
