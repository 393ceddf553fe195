import { cycles } from '@coinless/contract/cycles.ts'
import { displays } from '@coinless/contract/displays.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { followDisplays } from './displays.ts'
import { followCycles } from './events.ts'
import { assertVisible } from './followed.ts'
import { streamsOf } from './stream.ts'

export function liveRoutes(server: Server) {
  const openStream = streamsOf(server)
  const follow = followCycles(server, openStream)
  const followDisplay = followDisplays(server, openStream)

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

  route(
    server,
    displays.events,
    async ({ request, reply }) => {
      await followDisplay(request, reply)
      return undefined as never
    },
    { asksOutside: true },
  )
}
