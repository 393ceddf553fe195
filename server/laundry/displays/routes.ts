import { displays } from '@coinless/contract/displays.ts'
import type { Server } from '../../http/request/server.ts'
import { bearerToken } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { PaymentBatches } from '../../payments/payments/payment-batches.ts'
import { payAtDisplay, paymentAtDisplay } from './display-payments.ts'
import { displayedRoom } from './displayed-room.ts'
import { changeDisplay, createDisplay, endDisplay, listDisplays } from './displays.ts'

export function displayRoutes(server: Server) {
  const { database } = server
  const batches = new PaymentBatches(database)

  route(server, displays.list, ({ caller, params }) =>
    listDisplays(database, caller, params.number),
  )

  route(
    server,
    displays.create,
    ({ caller, params, body, idempotencyKey }) =>
      createDisplay(server, caller, params.number, body, idempotencyKey),
    { findsFirstAnswer: true },
  )

  route(server, displays.change, async ({ caller, params, body }) => {
    const { roomId, display } = await changeDisplay(database, caller, params, body)
    server.changes.publish({ roomId })
    return display
  })

  route(server, displays.end, async ({ caller, params }) => {
    const roomId = await endDisplay(database, caller, params)
    server.changes.publish({ roomId })
  })

  route(server, displays.show, async ({ request }) => {
    const { shown } = await displayedRoom(server, bearerToken(request))
    return shown
  })

  route(server, displays.pay, ({ request, body }) => payAtDisplay(server, batches, request, body))

  route(server, displays.payment, ({ request, params }) =>
    paymentAtDisplay(database, request, params.id),
  )
}
