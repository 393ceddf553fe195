import { passkeys } from '@coinless/contract/passkeys.ts'
import type { Server } from '../../http/request/server.ts'
import { originOf, passkeyOrigin } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { findUser } from '../../sessions/account/accounts.ts'
import { signIn } from '../../sessions/account/sign-in.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { isPasskey, signingOptions, userOfPasskey } from '../second-factor/passkey-signing.ts'
import { proveOwner } from '../second-factor/proof.ts'
import { addPasskey, creationOptions, deletePasskey, listPasskeys } from './passkeys.ts'

const atSignIn = { purpose: 'sign_in', user_id: null } as const

export function passkeyRoutes(server: Server) {
  const { database } = server

  route(server, passkeys.list, ({ caller, query }) => listPasskeys(database, caller, query))

  route(server, passkeys.creationOptions, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    return creationOptions(database, caller, passkeyOrigin(server, request), signInSecrets)
  })

  route(server, passkeys.add, ({ caller, body, request }) =>
    addPasskey(database, caller, passkeyOrigin(server, request), body),
  )

  route(server, passkeys.remove, async ({ caller, params, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    await deletePasskey(database, caller, params.id, signInSecrets)
  })

  route(server, passkeys.proofOptions, ({ caller, request }) =>
    signingOptions(database, passkeyOrigin(server, request), {
      purpose: 'proof',
      user_id: caller.id,
    }),
  )

  route(server, passkeys.signInOptions, ({ request }) =>
    signingOptions(database, passkeyOrigin(server, request), atSignIn),
  )

  route(server, passkeys.signIn, async ({ body, request }) => {
    const { id, user_id } = await userOfPasskey(
      database,
      passkeyOrigin(server, request),
      body.credential,
      atSignIn,
    ).catch(async (error) => {
      await recordEvent(database, originOf(request), 'sign_in_failed', { id: null })
      throw error
    })
    return signIn(server, await findUser(database, user_id), request, {
      secondFactor: true,
      isStillGood: (transaction) => isPasskey(transaction, id),
    })
  })
}
