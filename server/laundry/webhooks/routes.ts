import { webhooks } from '@coinless/contract/webhooks.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { listDeliveries, sendAgain, sendTest } from './deliveries.ts'
import {
  changeableFacts,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  replaceSecret,
  updateWebhook,
} from './webhooks.ts'

export function webhookRoutes(server: Server) {
  const { database } = server

  route(server, webhooks.list, ({ caller, query }) => listWebhooks(database, caller, query))

  route(server, webhooks.get, async ({ caller, params, reply }) =>
    withVersion(reply, await findWebhook(database, caller, params.id), changeableFacts),
  )

  route(
    server,
    webhooks.create,
    ({ caller, body, idempotencyKey }) => createWebhook(server, caller, body, idempotencyKey),
    { findsFirstAnswer: true },
  )

  route(server, webhooks.update, async ({ caller, params, query, body, reply }) => {
    const changed = await updateWebhook(server, caller, params.id, body, query.version)
    return withVersion(reply, changed, changeableFacts)
  })

  route(server, webhooks.replaceSecret, ({ caller, params }) =>
    replaceSecret(server, caller, params.id),
  )

  route(server, webhooks.delete, ({ caller, params }) => deleteWebhook(database, caller, params.id))

  route(server, webhooks.deliveries, ({ caller, params, query }) =>
    listDeliveries(database, caller, params.id, query),
  )

  route(server, webhooks.test, ({ caller, params }) => sendTest(database, caller, params.id))

  route(server, webhooks.sendAgain, ({ caller, params }) => sendAgain(database, caller, params.id))
}
