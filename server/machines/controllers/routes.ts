import { controllers } from '@coinless/contract/controllers.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import {
  changeableFacts,
  createController,
  deleteController,
  driversOf,
  endCredential,
  listControllers,
  renameController,
  replaceCredential,
  showController,
} from './controllers.ts'

export function controllerRoutes(server: Server) {
  const { database } = server

  route(server, controllers.list, ({ caller, query }) => listControllers(database, caller, query))

  route(server, controllers.drivers, async () => ({ data: driversOf(server.config) }))

  route(server, controllers.get, async ({ caller, params, reply }) =>
    withVersion(reply, await showController(server, caller, params.id), changeableFacts),
  )

  route(
    server,
    controllers.create,
    ({ caller, body, idempotencyKey }) => createController(server, caller, body, idempotencyKey),
    { findsFirstAnswer: true },
  )

  route(server, controllers.rename, async ({ caller, params, query, body, reply }) => {
    const renamed = await renameController(server, caller, params.id, body, query.version)
    return withVersion(reply, renamed, changeableFacts)
  })

  route(server, controllers.replaceCredential, ({ caller, params }) =>
    replaceCredential(server, caller, params.id),
  )

  route(server, controllers.endCredential, ({ caller, params }) =>
    endCredential(server, caller, params.id),
  )

  route(server, controllers.delete, ({ caller, params }) =>
    deleteController(server, caller, params.id),
  )
}
