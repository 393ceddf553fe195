import { me } from '@coinless/contract/users.ts'
import { route, type Server } from '../http/route.ts'
import { renameUser } from './users.ts'

export function userRoutes(server: Server) {
  route(server, me.get, async ({ person }) => person)

  route(server, me.update, async ({ person, body }) =>
    renameUser(server.database, person.id, body.full_name),
  )
}
