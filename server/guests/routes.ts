import { guests } from '@coinless/contract/guests.ts'
import { mailCode } from '../accounts/email-codes.ts'
import { signIn } from '../accounts/sign-in.ts'
import { languageOf } from '../calls/language.ts'
import type { Server } from '../calls/server.ts'
import { originOf } from '../calls/session.ts'
import { route } from '../http/route.ts'
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
