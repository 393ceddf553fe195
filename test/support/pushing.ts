import { notifications, type PushSubscription } from '@coinless/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import { queuePush } from '../../server/notifications/push/outbox.ts'
import { pusher } from '../../server/notifications/push/send.ts'
import { startPushService } from '../servers/push-service.ts'
import { testApp } from './app.ts'
import { makeUser, type TestUser } from './make.ts'

export const push = {
  title: 'W-1 is done',
  body: 'The machine W-1 is done.',
  path: '/x',
  about: 'a-b',
}

/** A server and a push service that it trusts, for one test file. */
export async function pushing() {
  const service = await startPushService()
  const server = testApp({ pushServices: [service.origin] })
  afterAll(() => service.stop())
  beforeEach(() => {
    service.received.length = 0
    service.answers.length = 0
  })
  const metrics = makeMetrics()
  const subscribe = (as: TestUser, body: PushSubscription = service.subscribe()) =>
    server.call(notifications.subscribe, { as, body })
  return {
    service,
    server,
    subscribe,
    /** Sends pushes like another server, with its own trusted certificates. */
    send: (config = server.parts.config, ca: string | undefined = service.ca) => {
      const its = pusher({ ...server.parts, config }, metrics, ca)
      return its.run().then(its.rest)
    },
    queue: ({ id }: TestUser, minutes = 10) =>
      server.database
        .transaction()
        .execute((transaction) =>
          queuePush(
            transaction,
            server.parts.config,
            id,
            push,
            sql<Date>`now() + make_interval(mins => ${minutes})`,
          ),
        ),
    subscriptionsOf: async (as: TestUser) =>
      (await server.call(notifications.get, { as })).subscriptions,
    titles: () => service.received.map(({ push: { title } }) => title),
    makeSubscribed: async () => {
      const as = await makeUser(server)
      await subscribe(as)
      return as
    },
  }
}
