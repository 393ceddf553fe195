import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance } from 'fastify'

/** Closes each connection after its next answer once the server is stopping. */
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
 * Keeps answering for a while before the server closes, and closes each connection after an answer. Closing idle
 * connections at once would drop calls in flight.
 * @param seconds that load balancers need to notice
 */
export async function closeGracefully(app: FastifyInstance, seconds: number): Promise<void> {
  app.isLeaving = true
  await delay(Math.max(seconds, limits.leaveSeconds) * 1000)
}
