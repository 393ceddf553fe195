import { search } from '@coinless/contract/search.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { find } from './search.ts'

export function searchRoutes(server: Server) {
  route(server, search.find, ({ caller, body }) => find(server.database, caller, body.text))
}
