import { limits } from '@coinless/contract/limits.ts'
import { staff } from '@coinless/contract/staff.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import type { FastifyRequest } from 'fastify'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { countUnrequested } from '../../notifications/mail/unrequested.ts'
import type { Database } from '../../platform/database/connection.ts'
import { proveOwner } from '../second-factor/proof.ts'
import { acceptInvitation, findInvitation, leaveStaff, listAccounts } from './invitation.ts'
import {
  changeStaff,
  inviteStaff,
  listPlaces,
  listStaff,
  removeStaff,
  renewInvitation,
} from './staff.ts'
import { listTrail } from './trail.ts'

export function staffRoutes(server: Server) {
  const { config, database } = server
  const inTransaction = <T>(work: (transaction: Database) => Promise<T>) =>
    database.transaction().execute(work)

  /** Creates an invitation and its mail. The secret follows '#' in the link, which browsers send to no server. */
  function mailing(
    caller: SignedInCaller,
    request: FastifyRequest,
    invite: (transaction: Database) => ReturnType<typeof inviteStaff>,
  ) {
    return inTransaction(async (transaction) => {
      const { made, secret } = await invite(transaction)
      const { email: to, role, places } = made
      const path = `/staff-invitation#${secret}`
      const link = config.publicUrl ? { link: config.publicUrl + path } : { path }
      const texts = mailTexts[languageOf(request)]
      const facts = { role, placeCount: places?.length, days: limits.invitationDays }
      const words = texts.staff_invitation({ from: caller.email, ...link, ...facts })
      const mayLeave = await countUnrequested(transaction, to, 'invitation')
      if (mayLeave) await mail(transaction, config, to, words)
      return made
    })
  }

  route(server, staff.list, ({ caller, query }) => listStaff(database, caller, query))

  route(server, staff.invite, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    return mailing(caller, request, (transaction) =>
      inviteStaff(transaction, caller, signInSecrets, body),
    )
  })

  route(server, staff.change, async ({ caller, params, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    return inTransaction((transaction) =>
      changeStaff(transaction, caller, signInSecrets, params.id, body),
    )
  })

  route(server, staff.resend, ({ caller, params, request }) =>
    mailing(caller, request, (transaction) => renewInvitation(transaction, caller, params.id)),
  )

  route(server, staff.remove, ({ caller, params }) =>
    inTransaction((transaction) => removeStaff(transaction, caller, params.id)),
  )

  route(server, staff.places, ({ caller }) => listPlaces(database, caller))

  route(server, staff.trail, ({ caller, query }) => listTrail(database, caller, query))

  route(server, staff.accounts, ({ caller, query }) => listAccounts(database, caller, query))

  route(server, staff.leave, ({ caller, params }) =>
    inTransaction((transaction) => leaveStaff(transaction, caller, params.id)),
  )

  route(server, staff.invitation, ({ caller, body }) =>
    findInvitation(database, caller, body.secret),
  )

  route(server, staff.accept, ({ caller, body, request }) =>
    inTransaction(async (transaction) => {
      const joined = await acceptInvitation(transaction, caller, body.secret)
      const facts = { email: caller.email, role: joined.role }
      const words = mailTexts[languageOf(request)].staff_joined(facts)
      await mail(transaction, config, joined.email, { ...words, path: '/settings/staff' })
      return joined
    }),
  )
}
