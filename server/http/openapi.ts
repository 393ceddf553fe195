import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { packedOnce } from './compression.ts'

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
  let document: ReturnType<typeof tagged> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    document ??= tagged(JSON.stringify(app.swagger()))
    reply.headers({ etag: document.tag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match']?.includes(document.tag)) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    return document.sendPacked(request, reply)
  })
}

/** Weak, since it names the document and not how its bytes are packed. */
function tagged(text: string) {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  return { tag, sendPacked: packedOnce(text) }
}
