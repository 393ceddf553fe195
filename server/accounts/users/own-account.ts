import { OwnLists, ownAccount } from '@coinless/contract/own-account.ts'
import { User } from '@coinless/contract/users.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { serializerOf } from '../../http/routing/schemas.ts'
import { streamed } from '../../http/routing/streamed.ts'
import { proveOwner } from '../second-factor/proof.ts'
import { closeAccount, closingImpact } from './closing.ts'
import { ownLists } from './own-data.ts'

export function ownAccountRoutes(server: Server) {
  const { database } = server

  const exportAccount = async (call: Call) => {
    const { caller, reply } = call
    reply.header('content-disposition', 'attachment; filename="coinless-account.json"')
    return streamed(call, textOf(caller, ownLists(database, caller)))
  }
  route(server, ownAccount.export, exportAccount as never)

  route(server, ownAccount.closing, ({ caller }) => closingImpact(database, caller))

  route(server, ownAccount.close, async ({ caller, body, request }) => {
    const signInSecrets = await proveOwner(server, caller, request, body)
    await closeAccount(server, caller, signInSecrets, languageOf(request))
  })
}

interface Call {
  caller: SignedInCaller
  request: FastifyRequest
  reply: FastifyReply
}

/** Streams one JSON text while its parts are read. */
async function* textOf(caller: SignedInCaller, lists: ReturnType<typeof ownLists>) {
  yield `{"account":${writer(User)(caller)}`
  for (const [name, { element }] of Object.entries(OwnLists.shape)) {
    const write = writer(element)
    let before = `,"${name}":[`
    for await (const row of lists[name as keyof typeof lists]) {
      yield before + write(row)
      before = ','
    }
    yield before === ',' ? ']' : `${before}]`
  }
  yield '}'
}

/** Serializes like every response, with only the fields of the contract. */
function writer(schema: z.ZodType): (value: object) => string {
  const write = serializerOf(schema)
  return (value) => write({ ...value })
}
