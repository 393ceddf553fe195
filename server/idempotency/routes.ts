import { attempts } from '@coinless/contract/attempts.ts'
import { route, type Server } from '../http/route.ts'
import { outcomeOf, withdraw } from './attempts.ts'

export function attemptRoutes(server: Server) {
  const { database } = server

  route(server, attempts.outcome, ({ person, params }) => outcomeOf(database, person, params.key))

  route(server, attempts.withdraw, ({ person, params }) => withdraw(database, person, params.key))
}
