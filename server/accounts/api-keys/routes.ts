import { apiKeys } from '@coinless/contract/api-keys.ts'
import { findAnswer } from '../../http/idempotency/answers.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { proveOwner } from '../second-factor/proof.ts'
import { createKey, endKey, listKeys } from './api-keys.ts'

export function apiKeyRoutes(server: Server) {
  const { database } = server

  route(server, apiKeys.list, ({ caller, query }) => listKeys(database, caller, query))

  route(
    server,
    apiKeys.create,
    async ({ caller, body, request, idempotencyKey }) => {
      // A retry needs no proof, because a proof is valid only once.
      const isRepetition = idempotencyKey && (await findAnswer(database, idempotencyKey))
      const signInSecrets = isRepetition ? '' : await proveOwner(server, caller, request, body)
      return createKey(server, caller, signInSecrets, body, idempotencyKey)
    },
    { findsFirstAnswer: true },
  )

  route(server, apiKeys.end, ({ caller, params }) => endKey(database, caller, params.id))
}
