import { Readable } from 'node:stream'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type { SignedInCaller } from '../request/caller.ts'
import { callerAddress, networkOf } from '../request/caller-address.ts'
import { isStillAllowed, personOf } from '../request/session.ts'
import { taken } from './taken.ts'

interface Call {
  caller: SignedInCaller | undefined
  request: FastifyRequest
  reply: FastifyReply
}

const retryAfterSeconds = 5

/** Whose exports are under way, and from which network. */
const running = new Map<string, string>()

/** Of all exports together: the next part is read and written, with a connection to the database. */
const inTurn = pLimit(limits.exportPartsAtOnce)

/**
 * An answer without an end in sight, made part by part as it is taken: nothing is read, and no connection
 * held, for whoever does not take what there is, and who does not for long is cut off. So is whoever loses
 * the session meanwhile. The first part is made before the answer begins, so that what fails by then is
 * refused like any call.
 * @throws Refusal export_running, too_busy
 */
export async function streamed(call: Call, texts: AsyncIterable<string>): Promise<Readable> {
  const patience = begin(call)
  const parts = inParts(texts)
  const next = () => inTurn(() => parts.next())
  const first = await next()
  // Nobody takes a body after HEAD.
  const isRead = call.request.method !== 'HEAD'
  const rest = taking(call, first, next, patience)
  return Readable.from(isRead ? rest : [], { objectMode: false })
}

/** @returns what cuts the caller off unless it is refreshed */
function begin({ caller, request, reply }: Call): NodeJS.Timeout {
  const id = caller ? personOf(caller) : ''
  if (running.has(id)) throw new Refusal('export_running')
  const network = networkOf(callerAddress(request))
  const ofNetwork = [...running.values()].filter((each) => each === network).length
  if (running.size >= limits.exportsAtOnce || ofNetwork >= limits.exportsOfNetworkAtOnce) {
    throw new Refusal('too_busy', { seconds: retryAfterSeconds })
  }
  running.set(id, network)
  const patience = setTimeout(() => reply.raw.destroy(), limits.exportPartSeconds * 1000)
  void taken(request, reply).then(() => {
    clearTimeout(patience)
    running.delete(id)
  })
  return patience
}

async function* taking(
  { caller, request, reply }: Call,
  first: IteratorResult<string>,
  next: () => Promise<IteratorResult<string>>,
  patience: NodeJS.Timeout,
) {
  for (let part = first; !part.done; part = await next()) {
    yield part.value
    patience.refresh()
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
