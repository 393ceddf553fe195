import { secondFactor } from '@coinless/contract/second-factor.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { proveOwner } from './proof.ts'
import {
  addAuthenticator,
  confirmAuthenticator,
  findSecondFactor,
  makeRecoveryCodes,
  removeAuthenticator,
} from './second-factor.ts'

export function secondFactorRoutes(server: Server) {
  route(server, secondFactor.get, ({ caller }) => findSecondFactor(server, caller))

  route(server, secondFactor.addAuthenticator, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    return addAuthenticator(server, caller, signInSecrets)
  })

  route(server, secondFactor.confirmAuthenticator, ({ caller, body }) =>
    confirmAuthenticator(server, caller, body.second_factor),
  )

  route(server, secondFactor.removeAuthenticator, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    await removeAuthenticator(server, caller, signInSecrets)
  })

  route(server, secondFactor.makeRecoveryCodes, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    return makeRecoveryCodes(server, caller, signInSecrets)
  })
}
