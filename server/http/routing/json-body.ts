import { isAscii } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scan } from 'secure-json-parse'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { boundsOf } from './bounds.ts'
import { exceededLimit } from './json-scan.ts'

/** Larger bodies are processed in steps, so that other calls can run in between. */
const atOnceBytes = 256 * 1024

/**
 * Parses bodies as JSON, after checking the bounds of their endpoint. An empty body counts as none, even with a
 * content type. Rejects invalid UTF-8 and other content types. Endpoints with `bodyIsText` get the text.
 */
export function acceptJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const pause = body.length > atOnceBytes ? setImmediate : () => undefined
      const { endpoint } = request.routeOptions.config
      const { bytes, values } = boundsOf(endpoint)
      if (body.length > bytes) throw new Refusal('body_too_large')
      await pause()
      if (!endpoint?.bodyIsText) refuseExcess(body, values)
      await pause()
      const text = decoded(body)
      if (text === '') return undefined
      if (endpoint?.bodyIsText) return text
      await pause()
      const value = parsed(text)
      await pause()
      refuseForeignPrototype(value)
      return value
    },
  )
}

/** Limits nesting, because most code that processes values is recursive, and names, because each costs a hash. */
function refuseExcess(json: Buffer, values: number): void {
  const { documentLevels: levels, nameBytes } = limits
  const excess = exceededLimit(json, { levels, values, nameBytes })
  if (excess === 'levels') throw new Refusal('body_too_deep')
  if (excess) throw new Refusal('body_too_large')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed_json')
  }
}

/** The framework's parser searches the whole text for such keys, which takes as long as parsing it. */
function refuseForeignPrototype(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  try {
    scan(value)
  } catch {
    throw new Refusal('malformed_json')
  }
}

/** Checks an announced length; other bodies are checked during or after reading. */
export function refuseLongBody({ headers, routeOptions }: FastifyRequest): void {
  if (Number(headers['content-length']) > boundsOf(routeOptions.config.endpoint).bytes)
    throw new Refusal('body_too_large')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(body: Buffer): string {
  // Several times as fast.
  if (isAscii(body)) return body.toString('latin1')
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('malformed_json')
  }
}
