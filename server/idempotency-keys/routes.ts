import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { outcomeOf, withdraw } from './outcomes.ts'

export function idempotencyRoutes(server: Server) {
  const { database } = server

  route(server, idempotencyKeys.outcome, ({ person, params }) =>
    outcomeOf(database, person, params.key),
  )

  route(server, idempotencyKeys.withdraw, ({ person, params }) =>
    withdraw(database, person, params.key),
  )
}
