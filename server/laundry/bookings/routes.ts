import { bookingPlans } from '@coinless/contract/booking-plans.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { book, cancelBooking, cancelForOther, moveBooking } from './book.ts'
import { bookableDays, ownBookings } from './bookings.ts'
import { bookingPlan, setBookingPlan } from './plans.ts'

export function bookingRoutes(server: Server) {
  const { database, changes } = server

  const changed = (roomId: string, devices: string[] = []) => {
    for (const deviceId of devices) changes.publish({ deviceId })
    changes.publish({ roomId })
  }

  route(server, bookings.own, ({ caller }) => ownBookings(database, caller))

  route(server, bookings.ofRoom, ({ caller, params, query }) =>
    bookableDays(database, caller, params.number, query.from),
  )

  route(server, bookings.book, async ({ caller, body, request }) => {
    const { roomId, booking } = await book(database, caller, body, languageOf(request))
    changed(roomId)
    return booking
  })

  route(server, bookings.move, async ({ caller, params, body }) => {
    const { roomId, booking } = await moveBooking(database, caller, params.id, body)
    changed(roomId)
    return booking
  })

  route(server, bookings.cancel, async ({ caller, params }) => {
    const { room_id, devices } = await cancelBooking(database, caller, params.id)
    changed(room_id, devices)
  })

  route(server, bookings.cancelForOther, async ({ caller, params }) => {
    const { room_id, devices } = await cancelForOther(database, caller, params)
    changed(room_id, devices)
  })

  route(server, bookingPlans.get, async ({ caller, params, reply }) =>
    withVersion(reply, await bookingPlan(database, caller, params.number), (plan) => plan),
  )

  route(server, bookingPlans.set, async ({ caller, params, query, body, reply }) => {
    const { id, plan, devices } = await setBookingPlan(database, caller, {
      ...{ number: params.number, version: query.version, plan: body },
    })
    changed(id, devices)
    return withVersion(reply, plan, (facts) => facts)
  })
}
