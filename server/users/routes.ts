import { adminUsers, me } from '@coinless/contract/users.ts'
import { findUser } from '../accounts/accounts.ts'
import { mailCode } from '../accounts/email-codes.ts'
import { changePassword } from '../accounts/password.ts'
import { endOtherSessions, endOwnSession, listSessions } from '../accounts/sessions.ts'
import { languageOf } from '../calls/language.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { withVersion } from '../http/version.ts'
import { isMailDelayed } from '../mail/outbox.ts'
import { codesWaitFor } from '../prepaid-codes/waiting.ts'
import { keepLeftBehind, listLeftBehind, removeLeftBehind } from './left-behind.ts'
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

  route(server, me.get, async ({ person, reply }) =>
    withVersion(reply, await findUser(database, person.id), changeableFacts),
  )

  route(server, me.update, async ({ person, query, body, reply }) => {
    const user = await renameUser(database, person, body.full_name, query.version)
    return withVersion(reply, user, changeableFacts)
  })

  route(server, me.changePassword, ({ person, body }) => changePassword(server, person, body))

  route(server, me.sendVerification, async ({ person, request }) => {
    await mailCode(server, person, 'verification', languageOf(request))
    return { mail_delayed: await isMailDelayed(database) }
  })

  route(server, me.verification, async () => ({ mail_delayed: await isMailDelayed(database) }))

  route(server, me.verify, ({ person, body }) => verifyAddress(database, person, body.code))

  route(server, me.waitingCodes, ({ person }) => codesWaitFor(database, person))

  route(server, me.sessions, ({ person, query }) => listSessions(database, person, query))

  route(server, me.endSession, ({ person, params }) => endOwnSession(database, person, params.id))

  route(server, me.endOtherSessions, ({ person }) =>
    database.transaction().execute((transaction) => endOtherSessions(transaction, person)),
  )

  route(server, me.leftBehind, ({ person, query }) => listLeftBehind(database, person, query))

  route(server, me.keepLeftBehind, ({ person, params }) =>
    keepLeftBehind(database, person, params.id),
  )

  route(server, me.removeLeftBehind, ({ person, params }) =>
    removeLeftBehind(database, person, params.id),
  )

  route(server, adminUsers.list, ({ query }) => listUsers(database, query))

  route(server, adminUsers.assignRole, ({ person, params, body }) =>
    assignRole(database, person, params.id, body.role),
  )

  route(server, adminUsers.endSessions, ({ person, params }) =>
    signOutUser(database, person, params.id),
  )

  route(server, adminUsers.removeRole, ({ person, params }) =>
    removeRole(database, person, params.id, params.role),
  )
}
