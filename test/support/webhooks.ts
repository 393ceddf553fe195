import { type WebhookEventType, webhookEventTypes } from '@coinless/contract/choices.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import { WebhookDispatcher } from '../../server/laundry/webhooks/dispatcher.ts'
import { testApp } from './app.ts'
import type { TestUser } from './make.ts'
import { startReceiver } from './webhook-receiver.ts'

/** A server that may call internal addresses, a receiver, and dispatchers between them, for one test file. */
export function delivering(overrides: Parameters<typeof testApp>[0] = {}) {
  const server = testApp({ webhookPrivateNetworks: true, ...overrides })
  const dispatchers: WebhookDispatcher[] = []
  const world = {} as { receiver: Awaited<ReturnType<typeof startReceiver>> }
  const metrics = makeMetrics()
  beforeAll(async () => {
    world.receiver = await startReceiver()
  })
  afterEach(async () => {
    await Promise.all(dispatchers.splice(0).map((each) => each.stop()))
    await server.database.deleteFrom('webhooks').execute()
    await server.database.deleteFrom('webhook_deliveries').execute()
    world.receiver.received.length = 0
    world.receiver.answers.length = 0
    world.receiver.byPath.clear()
  })
  afterAll(() => world.receiver.stop())
  return {
    server,
    world,
    metrics,
    /** Dispatcher of another server. */
    dispatcher: (
      ...outside: ConstructorParameters<typeof WebhookDispatcher> extends [
        unknown,
        unknown,
        ...infer Rest,
      ]
        ? Rest
        : never
    ) => {
      const made = new WebhookDispatcher(server.parts, metrics, ...outside)
      dispatchers.push(made)
      return made
    },
    makeWebhook: (
      as: TestUser,
      path = '/hook',
      events: readonly WebhookEventType[] = webhookEventTypes,
    ) =>
      server.call(webhooks.create, {
        as,
        body: { url: `http://127.0.0.1:${world.receiver.port}${path}`, events: [...events] },
      }),
    log: async (as: TestUser, id: string) =>
      (await server.call(webhooks.deliveries, { as, params: { id }, query: { limit: 100 } })).data,
    /** Moves waiting deliveries, and the state of receivers, into the past. */
    pass: (interval: string) =>
      server.asOwner(`
        update webhook_deliveries set queued_at = queued_at - interval '${interval}',
          next_try_at = next_try_at - interval '${interval}', claimed_until = claimed_until - interval '${interval}';
        update webhooks set failing_since = failing_since - interval '${interval}',
          last_failed_at = last_failed_at - interval '${interval}', old_secret_until = old_secret_until - interval '${interval}'`),
  }
}
