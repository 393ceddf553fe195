import { passkeys } from '@coinless/contract/passkeys.ts'
import type { FastifyRequest } from 'fastify'
import { record } from '../audit/audit.ts'
import { signIn } from '../auth/sign-in.ts'
import { route, type Server } from '../http/route.ts'
import { originOf } from '../http/session.ts'
import { confirmPassword } from '../users/password.ts'
import { findUser } from '../users/users.ts'
import {
  addPasskey,
  creationOptions,
  deletePasskey,
  isPasskey,
  listPasskeys,
  signInOptions,
  userOfPasskey,
} from './passkeys.ts'

export function passkeyRoutes(server: Server) {
  const { config, database } = server

  /** A passkey belongs to one origin: its browser signs for no other. */
  function publicOrigin({ protocol, host }: FastifyRequest): string {
    return config.publicUrl ?? `${protocol}://${host}`
  }

  route(server, passkeys.list, ({ person, query }) => listPasskeys(database, person, query))

  route(server, passkeys.creationOptions, async ({ person, body, request }) => {
    await confirmPassword(server, person, body.current_password)
    return creationOptions(database, person, publicOrigin(request))
  })

  route(server, passkeys.add, ({ person, body, request }) =>
    addPasskey(database, person, publicOrigin(request), body),
  )

  route(server, passkeys.delete, ({ person, params }) => deletePasskey(database, person, params.id))

  route(server, passkeys.signInOptions, ({ request }) =>
    signInOptions(database, publicOrigin(request)),
  )

  route(server, passkeys.signIn, async ({ body, request }) => {
    const { id, user_id } = await userOfPasskey(
      database,
      publicOrigin(request),
      body.credential,
    ).catch(async (error) => {
      await record(database, originOf(request), 'sign_in_failed', { id: null })
      throw error
    })
    return signIn(server, await findUser(database, user_id), request, {
      secondFactor: true,
      isStillGood: (transaction) => isPasskey(transaction, id),
    })
  })
}
