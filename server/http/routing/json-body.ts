import { setImmediate } from 'node:timers/promises'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { boundsOf } from './bounds.ts'
import { excessOf } from './json-scan.ts'

/** A body of more is read in steps, between which other calls have their turn. */
const atOnceBytes = 256 * 1024

/**
 * Reads bodies as JSON within the bounds of their endpoint, which are checked before anything is parsed. An empty body
 * is no body, also with a content type. Bytes that are no UTF-8 are refused instead of replaced, and so is every other
 * content type. An endpoint that asks for it gets its body as text.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parsed = (request: FastifyRequest, text: string) =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
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
      const value = await parsed(request, text)
      await pause()
      return value
    },
  )
}

/** Most of what works on values calls itself at each level. */
function refuseExcess(json: Buffer, values: number): void {
  const excess = excessOf(json, { levels: limits.documentLevels, values })
  if (excess === 'levels') throw new Refusal('body_too_deep')
  if (excess === 'values') throw new Refusal('body_too_large')
}

/** Of a body that announces its length: one that does not is refused while it is read, or when it has been read. */
export function refuseLongBody({ headers, routeOptions }: FastifyRequest): void {
  if (Number(headers['content-length']) > boundsOf(routeOptions.config.endpoint).bytes)
    throw new Refusal('body_too_large')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('malformed_json')
  }
}
