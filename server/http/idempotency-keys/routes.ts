import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import type { Server } from '../request/server.ts'
import { personOf } from '../request/session.ts'
import { route } from '../routing/route.ts'
import { outcomeOf, withdraw } from './outcomes.ts'

export function idempotencyRoutes(server: Server) {
  const { database } = server

  route(server, idempotencyKeys.outcome, ({ caller, params }) =>
    outcomeOf(database, { id: personOf(caller) }, params.key),
  )

  route(server, idempotencyKeys.withdraw, ({ caller, params }) =>
    withdraw(database, { id: personOf(caller) }, params.key),
  )
}
