import { DisplayedRoom } from '@coinless/contract/displays.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '../../http/request/server.ts'
import { bearerToken } from '../../http/request/session.ts'
import { jsonSchema } from '../../http/routing/schemas.ts'
import { displayedRoom } from '../displays/displayed-room.ts'
import type { OpenStream, Teller } from './stream.ts'

/** Shared, so that it is compiled once. */
const eventSchema = jsonSchema(DisplayedRoom, 'output')

/** Streams what displays show. A revoked display learns it when it reconnects. */
export function followDisplays(server: Server, openStream: OpenStream) {
  /** @throws Refusal display_not_found, too_busy */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const secret = bearerToken(request)
    const { displayId } = await displayedRoom(server, secret)
    const write = reply.compileSerializationSchema(eventSchema)
    const tellerOf = (isCurrent: () => boolean): Teller => {
      let concerned = new Set<string>()
      let last = ''
      return {
        concerns: (id) => concerned.has(id),
        async next() {
          if (server.app.isLeaving || !isCurrent()) return undefined
          const { roomId, shown } = await displayedRoom(server, secret)
          concerned = new Set([roomId, ...shown.machines.map(({ device_id }) => `${device_id}`)])
          const facts = JSON.stringify(shown, withoutCountdowns)
          if (facts === last) return ': still here\n\n'
          last = facts
          return `data: ${write(shown)}\n\n`
        },
      }
    }
    openStream(request, reply, { account: displayId, tellerOf })
  }
}

/** Not compared, because the display counts them by the clock. */
function withoutCountdowns(name: string, value: unknown) {
  return name === 'remaining_seconds' ? undefined : value
}
