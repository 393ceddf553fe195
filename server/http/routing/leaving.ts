import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance } from 'fastify'

/** The answer to each call is the last on its connection once the server is about to stop. */
export function endConnectionsWhenLeaving(app: FastifyInstance) {
  app.decorate('isLeaving', false)
  app.addHook('preClose', async () => {
    app.isLeaving = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (app.isLeaving) reply.header('connection', 'close')
  })
}

/**
 * Before a server closes: answers go on for a while, and end their connections. To close a connection that just seems
 * idle would leave a call unanswered that is on its way on it.
 * @param seconds for which load balancers need time to notice
 */
export async function leave(app: FastifyInstance, seconds: number): Promise<void> {
  app.isLeaving = true
  await delay(Math.max(seconds, limits.leaveSeconds) * 1000)
}
