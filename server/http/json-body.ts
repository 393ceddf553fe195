import type { FastifyInstance } from 'fastify'

/**
 * The calls of SPEC section 7 say `content-type: application/json` even without a body, which
 * Fastify refuses by default. Here an empty body is no body.
 */
export function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else parse(request, body, done)
    },
  )
}
