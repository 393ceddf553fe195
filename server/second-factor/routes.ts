import { secondFactor } from '@coinless/contract/second-factor.ts'
import { route, type Server } from '../http/route.ts'
import { confirmPassword } from '../users/password.ts'
import {
  addAuthenticator,
  confirmAuthenticator,
  findSecondFactor,
  makeRecoveryCodes,
  removeAuthenticator,
} from './second-factor.ts'

export function secondFactorRoutes(server: Server) {
  route(server, secondFactor.get, ({ person }) => findSecondFactor(server, person))

  route(server, secondFactor.addAuthenticator, async ({ person, body }) => {
    await confirmPassword(server, person, body.current_password)
    return addAuthenticator(server, person)
  })

  route(server, secondFactor.confirmAuthenticator, ({ person, body }) =>
    confirmAuthenticator(server, person, body.second_factor),
  )

  route(server, secondFactor.removeAuthenticator, async ({ person, body }) => {
    await confirmPassword(server, person, body.current_password)
    await removeAuthenticator(server, person, body.second_factor)
  })

  route(server, secondFactor.makeRecoveryCodes, async ({ person, body }) => {
    await confirmPassword(server, person, body.current_password)
    return makeRecoveryCodes(server, person, body.second_factor)
  })
}
