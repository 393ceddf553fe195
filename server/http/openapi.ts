import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** /api/openapi.json from the routes' schemas, which come from the contract, and a page for it. */
export async function serveOpenApi(app: FastifyInstance, origin: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Coinless',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Pay for minutes on shared machines. Amounts are dollars with at most two decimals, ' +
          'durations are minutes, times are UTC.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token' },
        },
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  })
  let document: { text: string; tag: string } | undefined
  app.get('/api/openapi.json', { schema: { hide: true }, compress: {} }, (request, reply) => {
    document ??= tagged(JSON.stringify(app.swagger()))
    reply.headers({ etag: document.tag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match']?.includes(document.tag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(document.text)
  })
}

/** Weak, since it names the document and not how its bytes are packed. */
function tagged(text: string) {
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` }
}
