import { refunds } from '@coinless/contract/refunds.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { listRefunds, refundPayment } from './manual-refunds.ts'

export function refundRoutes(server: Server) {
  const { database } = server

  route(server, refunds.list, ({ caller, params, query }) =>
    listRefunds(database, caller, params.id, query),
  )

  route(
    server,
    refunds.create,
    ({ caller, params, body, idempotencyKey, inTurn }) =>
      refundPayment(server, caller, { idempotencyKey, inTurn }, params.id, body),
    { asksOutside: true },
  )
}
