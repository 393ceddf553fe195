import { cycles } from '@coinless/contract/cycles.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { handlePayerRequest } from './by-payer.ts'
import { startFree, stopFree } from './free.ts'
import { deviceStates, findCycle, openCyclesOf } from './shown.ts'

export function cycleRoutes(server: Server) {
  const { database } = server

  route(server, cycles.deviceStates, async ({ caller, query }) => ({
    data: await deviceStates(database, caller, query.ids),
  }))

  route(server, cycles.open, ({ caller }) => openCyclesOf(database, caller))

  route(server, cycles.get, ({ caller, params }) => findCycle(database, caller, params.id))

  route(server, cycles.stop, ({ caller, params }) =>
    handlePayerRequest(server, caller, params.id, 'stopped'),
  )

  route(server, cycles.startAnew, ({ caller, params }) =>
    handlePayerRequest(server, caller, params.id, 'restarted'),
  )

  route(server, cycles.startFree, ({ caller, params, body, idempotencyKey }) =>
    startFree(server, caller, params.id, body, idempotencyKey),
  )

  route(server, cycles.stopFree, ({ caller, params }) => stopFree(server, caller, params))
}
