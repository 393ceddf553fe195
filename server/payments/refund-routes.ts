import { refunds } from '@coinless/contract/refunds.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { listRefunds, refundPayment } from './refunds.ts'

export function refundRoutes(server: Server) {
  const { database } = server

  route(server, refunds.list, ({ person, params, query }) =>
    listRefunds(database, person, params.id, query),
  )

  route(
    server,
    refunds.create,
    ({ person, params, body, idempotencyKey, inTurn }) =>
      refundPayment(server, person, { idempotencyKey, inTurn }, params.id, body),
    { asksOutside: true },
  )
}
