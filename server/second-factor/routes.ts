import { secondFactor } from '@coinless/contract/second-factor.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { proveOwner } from './proof.ts'
import {
  addAuthenticator,
  confirmAuthenticator,
  findSecondFactor,
  makeRecoveryCodes,
  removeAuthenticator,
} from './second-factor.ts'

export function secondFactorRoutes(server: Server) {
  route(server, secondFactor.get, ({ person }) => findSecondFactor(server, person))

  route(server, secondFactor.addAuthenticator, async ({ person, body, request }) => {
    const openers = await proveOwner(server, person, request, body)
    return addAuthenticator(server, person, openers)
  })

  route(server, secondFactor.confirmAuthenticator, ({ person, body }) =>
    confirmAuthenticator(server, person, body.second_factor),
  )

  route(server, secondFactor.removeAuthenticator, async ({ person, body, request }) => {
    const openers = await proveOwner(server, person, request, body)
    await removeAuthenticator(server, person, openers)
  })

  route(server, secondFactor.makeRecoveryCodes, async ({ person, body, request }) => {
    const openers = await proveOwner(server, person, request, body)
    return makeRecoveryCodes(server, person, openers)
  })
}
