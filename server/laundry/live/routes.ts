import { cycles } from '@coinless/contract/cycles.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { followCycles } from './events.ts'
import { assertVisible } from './followed.ts'
import { streamsOf } from './stream.ts'

export function liveRoutes(server: Server) {
  const follow = followCycles(server, streamsOf(server))
  route(
    server,
    cycles.events,
    async ({ caller, query, request, reply }) => {
      assertVisible(caller, query)
      follow(request, reply, caller, query)
      return undefined as never
    },
    { asksOutside: true },
  )
}
