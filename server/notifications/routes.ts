import { notifications } from '@coinless/contract/notifications.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { choicesOf, choose } from './choices.ts'

export function notificationRoutes(server: Server) {
  const { database } = server

  route(server, notifications.get, ({ caller }) => choicesOf(database, caller.id))

  route(server, notifications.choose, async ({ caller, body }) => {
    await choose(database, caller, body)
    return choicesOf(database, caller.id)
  })
}
