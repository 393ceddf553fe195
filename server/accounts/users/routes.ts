import { adminUsers, me } from '@coinless/contract/users.ts'
import { hasWaitingCodes } from '../../codes/prepaid-codes/waiting.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { isMailDelayed } from '../../notifications/mail/outbox.ts'
import { findUser } from '../../sessions/account/accounts.ts'
import { mailCode, refuseWithoutMails } from '../../sessions/account/email-codes.ts'
import { changePassword } from '../../sessions/account/password.ts'
import { endOtherSessions, endOwnSession, listSessions } from '../../sessions/account/sessions.ts'
import { keepLeftBehind, listLeftBehind, removeLeftBehind } from './left-behind.ts'
import { listQuotas } from './list-quotas.ts'
import { findUserDetail } from './user-detail.ts'
import {
  assignRole,
  changeableFacts,
  listUsers,
  removeRole,
  renameUser,
  signOutUser,
} from './users.ts'
import { verifyAddress } from './verification.ts'

export function userRoutes(server: Server) {
  const { database } = server

  route(server, me.get, async ({ caller, reply }) =>
    withVersion(reply, await findUser(database, caller.id), changeableFacts),
  )

  route(server, me.update, async ({ caller, query, body, reply }) => {
    const user = await renameUser(database, caller, body.full_name, query.version)
    return withVersion(reply, user, changeableFacts)
  })

  route(server, me.changePassword, ({ caller, body }) => changePassword(server, caller, body))

  route(server, me.sendVerification, async ({ caller, request }) => {
    await refuseWithoutMails(database, caller.networks)
    await mailCode(server, caller, 'verification', languageOf(request), caller.networks)
    return { mail_delayed: await isMailDelayed(database) }
  })

  route(server, me.verification, async () => ({ mail_delayed: await isMailDelayed(database) }))

  route(server, me.verify, ({ caller, body }) => verifyAddress(database, caller, body.code))

  route(server, me.quotas, ({ caller }) => listQuotas(database, caller))

  route(server, me.waitingCodes, ({ caller }) => hasWaitingCodes(database, caller))

  route(server, me.sessions, ({ caller, query }) => listSessions(database, caller, query))

  route(server, me.endSession, ({ caller, params }) => endOwnSession(database, caller, params.id))

  route(server, me.endOtherSessions, ({ caller }) =>
    database
      .transaction()
      .execute((transaction) => endOtherSessions(transaction, caller, { alsoKeys: false })),
  )

  route(server, me.leftBehind, ({ caller, query }) => listLeftBehind(database, caller, query))

  route(server, me.keepLeftBehind, ({ caller, params }) =>
    keepLeftBehind(database, caller, params.id),
  )

  route(server, me.removeLeftBehind, ({ caller, params }) =>
    removeLeftBehind(database, caller, params.id),
  )

  route(server, adminUsers.list, ({ query }) => listUsers(database, query))

  route(server, adminUsers.get, ({ params }) => findUserDetail(database, params.id))

  route(server, adminUsers.assignRole, ({ caller, params, body }) =>
    assignRole(database, caller, params.id, body.role),
  )

  route(server, adminUsers.endSessions, ({ caller, params }) =>
    signOutUser(database, caller, params.id),
  )

  route(server, adminUsers.removeRole, ({ caller, params }) =>
    removeRole(database, caller, params.id, params.role),
  )
}
