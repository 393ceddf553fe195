import type { FastifyReply, FastifyRequest } from 'fastify'

/** Until an answer has been handed over, or whoever asked for it is gone. */
export function taken({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  if (raw.writableFinished || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      raw.off('finish', end)
      raw.off('close', end)
      // An answer that waits behind another one of its connection is not told that this is closed.
      socket.off('close', end)
      resolve()
    }
    raw.once('finish', end)
    raw.once('close', end)
    socket.once('close', end)
  })
}
