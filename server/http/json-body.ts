import { isTooDeep } from '@coinless/contract/json-document.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusals/refusal.ts'

/**
 * Clients may say `content-type: application/json` even without a body, which Fastify refuses by
 * default. Here an empty body is no body. Bytes that are no UTF-8 are refused instead of replaced, and an endpoint that asks for it gets its body as the text that was sent. What
 * says that it is something else, text/plain included, is refused. So is what is nested too deeply: most of
 * what works on values calls itself at each level.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = decoded(body)
      if (text === undefined) done(new Refusal('malformed_json'))
      else if (text === '') done(null, undefined)
      else if (request.routeOptions.config.endpoint?.bodyIsText) done(null, text)
      else
        parse(request, text, (error, value) => {
          if (!error && isTooDeep(value)) done(new Refusal('body_too_deep'))
          else done(error, value)
        })
    },
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}
