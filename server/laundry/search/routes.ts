import { search } from '@coinless/contract/search.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { searchAll } from './search.ts'

export function searchRoutes(server: Server) {
  route(server, search.find, ({ caller, body }) => searchAll(server.database, caller, body.text))
}
