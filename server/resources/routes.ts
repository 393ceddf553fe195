import { resources } from '@coinless/contract/resources.ts'
import { route, type Server } from '../http/route.ts'
import {
  createResource,
  deleteResource,
  findResource,
  listResources,
  replaceResource,
} from './resources.ts'

export function resourceRoutes(server: Server) {
  const { database } = server

  route(server, resources.list, ({ person, query }) => listResources(database, person, query))

  route(server, resources.get, ({ person, params }) => findResource(database, person, params.id))

  route(server, resources.create, ({ person, body }) => createResource(database, person, body))

  route(server, resources.update, ({ person, params, body }) =>
    replaceResource(database, person, params.id, body),
  )

  route(server, resources.delete, ({ person, params }) =>
    deleteResource(database, person, params.id),
  )
}
