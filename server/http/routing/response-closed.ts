import type { FastifyReply, FastifyRequest } from 'fastify'

/** Resolves when the answer has been sent or the client has disconnected. */
export function responseClosed(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  if (raw.writableFinished || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      raw.off('finish', end)
      raw.off('close', end)
      // A pipelined answer that waits behind another one gets no close event of its own.
      socket.off('close', end)
      resolve()
    }
    raw.once('finish', end)
    raw.once('close', end)
    socket.once('close', end)
  })
}
