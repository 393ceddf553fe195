import { resources } from '@coinless/contract/resources.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import {
  changeableFacts,
  createResource,
  deleteResource,
  findResource,
  listResources,
  replaceResource,
} from './resources.ts'

export function resourceRoutes(server: Server) {
  const { database } = server

  route(server, resources.list, ({ caller, query }) => listResources(database, caller, query))

  route(server, resources.get, async ({ caller, params, reply }) =>
    withVersion(reply, await findResource(database, caller, params.id), changeableFacts),
  )

  route(server, resources.create, ({ caller, body }) => createResource(database, caller, body))

  route(server, resources.update, async ({ caller, params, query, body, reply }) => {
    const resource = await replaceResource(database, caller, params.id, body, query.version)
    return withVersion(reply, resource, changeableFacts)
  })

  route(server, resources.delete, ({ caller, params }) =>
    deleteResource(database, caller, params.id),
  )
}
