import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { FastifyReply } from 'fastify'
import { idempotent } from '../../http/idempotency/idempotent.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { codeThrottle } from '../../http/throttle/failed-attempts.ts'
import { generateCode } from '../../platform/secrets/code-text.ts'
import { adjustCode, assertInFuture, setExpiry, topUpCode } from './balance.ts'
import { chooseText } from './choose-text.ts'
import { listMovements } from './history.ts'
import {
  changeableFacts,
  changeCustomer,
  deleteCode,
  findCode,
  issueCode,
  listAllCodes,
  listCodes,
  renameCode,
  setCodeDisabled,
  toggleCode,
} from './prepaid-codes.ts'

export function prepaidCodeRoutes(server: Server) {
  const { database } = server

  for (const endpoint of [prepaidCodes.list, prepaidCodes.listForDashboard]) {
    route(server, endpoint, ({ caller, query }) => listCodes(database, caller, query))
  }

  route(server, prepaidCodes.listAll, ({ query }) => listAllCodes(database, query))

  route(server, prepaidCodes.get, async ({ caller, params, reply }) =>
    withVersions(reply, await findCode(database, caller, params.id)),
  )

  route(server, prepaidCodes.history, ({ caller, params, query }) =>
    listMovements(database, caller, params.id, query),
  )

  route(server, prepaidCodes.generate, async () => ({ code: generateCode() }))

  route(server, prepaidCodes.create, ({ caller, body, idempotencyKey, request }) =>
    chooseText(database, codeThrottle(server, caller), body.code, () =>
      idempotent(database, idempotencyKey, (transaction) => {
        assertInFuture(body.expires_at)
        const { mail_customer, ...code } = body
        return issueCode(transaction, caller, code, mail_customer ? languageOf(request) : undefined)
      }),
    ),
  )

  route(server, prepaidCodes.topUp, ({ caller, params, body, idempotencyKey, request }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      topUpCode(transaction, caller, params.id, body, languageOf(request)),
    ),
  )

  route(server, prepaidCodes.adjust, ({ caller, params, body, idempotencyKey }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      adjustCode(transaction, caller, params.id, body),
    ),
  )

  route(server, prepaidCodes.setExpiry, async ({ caller, params, query, body, reply }) =>
    withVersions(
      reply,
      await setExpiry(database, caller, params.id, body.expires_at, query.version),
    ),
  )

  route(server, prepaidCodes.rename, async ({ caller, params, query, body, reply }) => {
    const code = await chooseText(database, codeThrottle(server, caller), body.code, () =>
      renameCode(database, caller, params.id, body.code, query.version),
    )
    return withVersions(reply, code)
  })

  route(server, prepaidCodes.changeCustomer, async ({ caller, params, query, body, reply }) =>
    withVersions(reply, await changeCustomer(database, caller, params.id, body, query.version)),
  )

  route(server, prepaidCodes.setDisabled, ({ caller, params, body }) =>
    setCodeDisabled(database, caller, params.id, body.disabled),
  )

  route(server, prepaidCodes.toggle, ({ caller, params, query: { disabled } }) =>
    disabled === undefined
      ? toggleCode(database, caller, params.id)
      : setCodeDisabled(database, caller, params.id, disabled),
  )

  // Two endpoints for the same deletion: the list's and the detail screen's.
  for (const endpoint of [prepaidCodes.delete, prepaidCodes.deleteById]) {
    route(server, endpoint, ({ caller, params }) => deleteCode(database, caller, params.id))
  }
}

function withVersions(reply: FastifyReply, code: Awaited<ReturnType<typeof findCode>>) {
  const { text, customer, end } = changeableFacts
  return withVersion(reply, code, text, customer, end)
}
