import { Readable } from 'node:stream'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type { SignedInCaller } from '../request/caller.ts'
import { callerAddress, networkOf } from '../request/caller-address.ts'
import { isStillAllowed, personOf } from '../request/session.ts'
import { responseClosed } from './response-closed.ts'

interface Call {
  caller: SignedInCaller | undefined
  request: FastifyRequest
  reply: FastifyReply
}

const retryAfterSeconds = 5

declare module 'fastify' {
  interface FastifyInstance {
    exports: {
      /** Running ones: network by person. */
      running: Map<string, string>
      /** Shared by all: reads and writes the next part, with a database connection. */
      inTurn: LimitFunction
    }
  }
}

export function limitExports(app: FastifyInstance) {
  app.decorate('exports', { running: new Map(), inTurn: pLimit(limits.exportPartsAtOnce) })
}

/**
 * Streams a long answer in parts as the client reads them; no connection is held while the client does not read.
 * Disconnects clients that read too slowly or lose their session. The first part is made before the answer starts, so
 * that early errors are normal refusals.
 * @throws Refusal export_running, too_busy
 */
export async function streamed(call: Call, texts: AsyncIterable<string>): Promise<Readable> {
  const deadline = begin(call)
  const parts = inParts(texts)
  const next = () => call.request.server.exports.inTurn(() => parts.next())
  const first = await next()
  // HEAD has no body.
  const isRead = call.request.method !== 'HEAD'
  const rest = taking(call, first, next, deadline)
  return Readable.from(isRead ? rest : [], { objectMode: false })
}

/** @returns a timer that disconnects the client unless it is refreshed */
function begin({ caller, request, reply }: Call): NodeJS.Timeout {
  const { running } = request.server.exports
  const id = caller ? personOf(caller) : ''
  if (running.has(id)) throw new Refusal('export_running')
  const network = networkOf(callerAddress(request))
  const ofNetwork = [...running.values()].filter((each) => each === network).length
  if (running.size >= limits.exportsAtOnce || ofNetwork >= limits.exportsOfNetworkAtOnce) {
    throw new Refusal('too_busy', { seconds: retryAfterSeconds })
  }
  running.set(id, network)
  const deadline = setTimeout(() => reply.raw.destroy(), limits.exportPartSeconds * 1000)
  void responseClosed(request, reply).then(() => {
    clearTimeout(deadline)
    running.delete(id)
  })
  return deadline
}

async function* taking(
  { caller, request, reply }: Call,
  first: IteratorResult<string>,
  next: () => Promise<IteratorResult<string>>,
  deadline: NodeJS.Timeout,
) {
  for (let part = first; !part.done; part = await next()) {
    yield part.value
    deadline.refresh()
    if (caller && !(await isStillAllowed(request.server, caller))) reply.raw.destroy()
  }
}

async function* inParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let part = ''
  for await (const text of texts) {
    part += text
    if (part.length < limits.exportPartBytes) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}
