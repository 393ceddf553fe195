import { guests } from '@coinless/contract/guests.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originOf } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { mailCode } from '../../sessions/account/email-codes.ts'
import { signIn } from '../../sessions/account/sign-in.ts'
import { becomeAccount, makeGuest } from './guests.ts'

export function guestRoutes(server: Server) {
  const { config, database } = server

  route(server, guests.settings, async () => ({ are_welcome: config.guests }))

  route(server, guests.begin, async ({ request }) => {
    const guest = await makeGuest(server, originOf(request))
    return signIn(server, guest, request, {})
  })

  route(server, guests.becomeAccount, async ({ caller, body, request }) => {
    const account = await becomeAccount(database, caller, body)
    await mailCode(server, account, 'verification', languageOf(request), caller.networks)
    return account
  })
}
