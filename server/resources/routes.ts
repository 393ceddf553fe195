import { resources } from '@coinless/contract/resources.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { withVersion } from '../http/version.ts'
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

  route(server, resources.list, ({ person, query }) => listResources(database, person, query))

  route(server, resources.get, async ({ person, params, reply }) =>
    withVersion(reply, await findResource(database, person, params.id), changeableFacts),
  )

  route(server, resources.create, ({ person, body }) => createResource(database, person, body))

  route(server, resources.update, async ({ person, params, query, body, reply }) => {
    const resource = await replaceResource(database, person, params.id, body, query.version)
    return withVersion(reply, resource, changeableFacts)
  })

  route(server, resources.delete, ({ person, params }) =>
    deleteResource(database, person, params.id),
  )
}
