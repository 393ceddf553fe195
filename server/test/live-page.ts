import type { Readable } from 'node:stream'
import { cycles } from '@coinless/contract/cycles.ts'
import type { FastifyInstance } from 'fastify'
import type { TestUser } from './make.ts'

/** A page that follows machines. */
export async function openLivePage(
  app: FastifyInstance,
  { token }: TestUser,
  query: Record<string, string>,
) {
  const response = await app.inject({
    url: `/api/${cycles.events.path.slice(1)}`,
    query,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const stream: Readable = response.stream()
  return { response, stream }
}
