import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { outcomeOf, withdraw } from './outcomes.ts'

export function idempotencyRoutes(server: Server) {
  const { database } = server

  route(server, idempotencyKeys.outcome, ({ caller, params }) =>
    outcomeOf(database, caller, params.key),
  )

  route(server, idempotencyKeys.withdraw, ({ caller, params }) =>
    withdraw(database, caller, params.key),
  )
}
