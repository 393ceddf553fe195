import { places } from '@coinless/contract/places.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { listPlaces, setTimeZone } from './places.ts'

export function placeRoutes(server: Server) {
  const { database } = server

  route(server, places.list, ({ caller, query }) => listPlaces(database, caller, query))

  route(server, places.setTimeZone, ({ caller, body }) =>
    database.transaction().execute((transaction) => setTimeZone(transaction, caller, body)),
  )
}
