import { apiKeyPrefix } from '@coinless/contract/api-keys.ts'
import { AuditEvent } from '@coinless/contract/audit.ts'
import { SignedIn } from '@coinless/contract/auth.ts'
import { CodeMovement } from '@coinless/contract/code-movements.ts'
import { Revenue, Spending } from '@coinless/contract/dashboard.ts'
import { Device } from '@coinless/contract/devices.ts'
import { Passkey } from '@coinless/contract/passkeys.ts'
import { UnsettledCard } from '@coinless/contract/payments.ts'
import { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Refund } from '@coinless/contract/refunds.ts'
import { ErrorAnswer } from '@coinless/contract/refusals.ts'
import { Resource } from '@coinless/contract/resources.ts'
import { OneReceipt, Transaction } from '@coinless/contract/transactions.ts'
import { LeftBehind, Session, User } from '@coinless/contract/users.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { revalidated } from './compression.ts'
import { jsonSchema, schemasOf } from './schemas.ts'

/** Schemas with a name in the document, which others reference. */
const entities = {
  AuditEvent,
  CodeMovement,
  Device,
  Revenue,
  Error: ErrorAnswer,
  LeftBehind,
  Passkey,
  PrepaidCode,
  Receipt: OneReceipt,
  Refund,
  Resource,
  Session,
  SignedIn,
  Spending,
  Transaction,
  UnsettledCard,
  User,
}

/** Serves /api/openapi.json, generated from the contract on first request, and a page for it. */
export async function serveOpenApi(app: FastifyInstance, origin: string) {
  await app.register(swagger, {
    transform: ({ schema, url, route: { config } }) => ({
      url,
      schema: config?.endpoint ? schemasOf(config.endpoint) : schema,
    }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Coinless',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Payments for minutes on shared machines. Amounts are numbers in the currency of the installation, ' +
          'durations are minutes, times are UTC.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a session' },
          account: {
            type: 'apiKey',
            in: 'header',
            name: 'Coinless-Account',
            description:
              'Id of the account that you work for. Each operation lists the rights that your role needs',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: `An API key, which starts with ${apiKeyPrefix}. Each operation lists the rights that the key needs`,
          },
        },
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  })
  let send: ReturnType<typeof revalidated> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    send ??= revalidated(JSON.stringify(referring(app.swagger() as Document)))
    return send(request, reply.type('application/json; charset=utf-8'))
  })
}

interface Document {
  paths: object
  components: object
}

/** Fastify's document with each entity defined once and referenced by name. */
function referring({ components, ...document }: Document) {
  const schemas = Object.entries(entities).map(
    ([name, entity]) => [name, jsonSchema(entity, 'output')] as const,
  )
  const names = new Map(schemas.map(([name, schema]) => [JSON.stringify(schema), name]))
  const refer = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    return name ? { $ref: `#/components/schemas/${name}` } : eachOf(value, refer)
  }
  const described = schemas.map(([name, schema]) => [name, eachOf(schema, refer)])
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(described) },
    paths: refer(document.paths),
  }
}

function eachOf(value: object, change: (part: unknown) => unknown) {
  if (Array.isArray(value)) return value.map(change)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]))
}
