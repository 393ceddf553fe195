import { cycles } from '@coinless/contract/cycles.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { askedByPayer } from './by-payer.ts'
import { followCycles } from './events.ts'
import { refuseUnseen } from './followed.ts'
import { deviceStates, findCycle, openCyclesOf } from './shown.ts'

export function cycleRoutes(server: Server) {
  const { database } = server

  route(server, cycles.deviceStates, async ({ caller, query }) => ({
    data: await deviceStates(database, caller, query.ids),
  }))

  route(server, cycles.open, ({ caller }) => openCyclesOf(database, caller))

  route(server, cycles.get, ({ caller, params }) => findCycle(database, caller, params.id))

  route(server, cycles.stop, ({ caller, params }) =>
    askedByPayer(server, caller, params.id, 'stopped'),
  )

  route(server, cycles.startAnew, ({ caller, params }) =>
    askedByPayer(server, caller, params.id, 'started_anew'),
  )

  const follow = followCycles(server)
  route(
    server,
    cycles.events,
    async ({ caller, query, request, reply }) => {
      refuseUnseen(caller, query)
      follow(request, reply, caller, query)
      return undefined as never
    },
    { asksOutside: true },
  )
}
