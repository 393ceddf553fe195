import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import type { FastifyReply } from 'fastify'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { withVersion } from '../http/version.ts'
import { idempotent } from '../idempotency/idempotent.ts'
import { generateCode } from '../secrets/code-text.ts'
import { codeGuesser } from '../throttle/guesses.ts'
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
    route(server, endpoint, ({ person, query }) => listCodes(database, person, query))
  }

  route(server, prepaidCodes.listAll, ({ query }) => listAllCodes(database, query))

  route(server, prepaidCodes.get, async ({ person, params, reply }) =>
    withVersions(reply, await findCode(database, person, params.id)),
  )

  route(server, prepaidCodes.history, ({ person, params, query }) =>
    listMovements(database, person, params.id, query),
  )

  route(server, prepaidCodes.generate, async () => ({ code: generateCode() }))

  route(server, prepaidCodes.create, ({ person, body, idempotencyKey }) =>
    chooseText(database, codeGuesser(server, person), body.code, () =>
      idempotent(database, idempotencyKey, (transaction) => {
        assertInFuture(body.expires_at)
        return issueCode(transaction, person, body)
      }),
    ),
  )

  route(server, prepaidCodes.topUp, ({ person, params, body, idempotencyKey }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      topUpCode(transaction, person, params.id, body.amount),
    ),
  )

  route(server, prepaidCodes.adjust, ({ person, params, body, idempotencyKey }) =>
    idempotent(database, idempotencyKey, (transaction) =>
      adjustCode(transaction, person, params.id, body.amount, body.reason),
    ),
  )

  route(server, prepaidCodes.setExpiry, async ({ person, params, query, body, reply }) =>
    withVersions(
      reply,
      await setExpiry(database, person, params.id, body.expires_at, query.version),
    ),
  )

  route(server, prepaidCodes.rename, async ({ person, params, query, body, reply }) => {
    const code = await chooseText(database, codeGuesser(server, person), body.code, () =>
      renameCode(database, person, params.id, body.code, query.version),
    )
    return withVersions(reply, code)
  })

  route(server, prepaidCodes.changeCustomer, async ({ person, params, query, body, reply }) =>
    withVersions(reply, await changeCustomer(database, person, params.id, body, query.version)),
  )

  route(server, prepaidCodes.setDisabled, ({ person, params, body }) =>
    setCodeDisabled(database, person, params.id, body.disabled),
  )

  route(server, prepaidCodes.toggle, ({ person, params, query: { disabled } }) =>
    disabled === undefined
      ? toggleCode(database, person, params.id)
      : setCodeDisabled(database, person, params.id, disabled),
  )

  // Two addresses for the same deletion: the list's and the detail screen's.
  for (const endpoint of [prepaidCodes.delete, prepaidCodes.deleteById]) {
    route(server, endpoint, ({ person, params }) => deleteCode(database, person, params.id))
  }
}

function withVersions(reply: FastifyReply, code: Awaited<ReturnType<typeof findCode>>) {
  const { text, customer, end } = changeableFacts
  return withVersion(reply, code, text, customer, end)
}
