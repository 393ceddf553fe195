import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits, requestsPerMinute } from '@coinless/contract/limits.ts'
import cors from '@fastify/cors'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { serveFeatures } from './features.ts'
import { diskSpace, measureDisk } from './http/observability/disk.ts'
import { countRequest, type Metrics, serveMetrics } from './http/observability/metrics.ts'
import { traceRequests } from './http/observability/tracing.ts'
import { callerAddress, networkOf } from './http/request/caller-address.ts'
import type { Server } from './http/request/server.ts'
import { personOf } from './http/request/session.ts'
import { compressAnswers } from './http/routing/compression.ts'
import { answerClientError, answerError } from './http/routing/error-answers.ts'
import { endConnectionsWhenLeaving } from './http/routing/graceful-close.ts'
import { acceptJson } from './http/routing/json-body.ts'
import { answerOptions, isOfApi, pathOf, rememberMethods } from './http/routing/methods.ts'
import { redirectOldPaths } from './http/routing/old-paths.ts'
import { serveOpenApi } from './http/routing/openapi.ts'
import { limitExports } from './http/routing/streamed.ts'
import { versionHeader } from './http/routing/version.ts'
import { inlineScripts, serveWebApp } from './http/routing/web-app.ts'
import { connectControllers, isOfControllers } from './machines/drivers/websockets.ts'
import { systemRoutes } from './operations/system/routes.ts'
import { handleControllerMessages } from './payments/cycles/controller-messages.ts'
import type { AppConfig } from './platform/config/config.ts'
import { Refusal } from './platform/refusals/refusal.ts'
import { keyLookup } from './sessions/account/key-lookup.ts'
import { membershipLookup } from './sessions/account/membership-lookup.ts'
import { sessionLookup } from './sessions/account/sessions.ts'

const healthChecks = new Set(['/api/health', '/api/ready'])

interface Parts extends Omit<Server, 'app'> {
  logger: Logger
  metrics: Metrics
}

/** Builds the server without listening, so that tests need no port. */
export async function buildApp({ logger, metrics, ...parts }: Parts): Promise<FastifyInstance> {
  const { config, database } = parts
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    // Calls on open connections are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.idempotencyKeyMax },
    // Slow requests, sent byte by byte, hold a connection no longer than this.
    requestTimeout: limits.requestSeconds * 1000,
    connectionTimeout: limits.connectionSeconds * 1000,
    http: {
      headersTimeout: limits.headersSeconds * 1000,
      connectionsCheckingInterval: 1000,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) =>
      answerError(new Refusal('path_not_found'), request, reply as never),
  })
  app.decorateRequest('claims', undefined)
  app.decorateRequest('caller', undefined)
  app.decorate('callerOfSession', sessionLookup(database))
  app.decorate('sessionOfKey', keyLookup(database))
  app.decorate('membershipOf', membershipLookup(database))
  app.setErrorHandler(answerError)
  recordAnswers(app, metrics)
  if (config.traceEndpoint) traceRequests(app)
  endConnectionsWhenLeaving(app)
  limitExports(app)
  keepOutOfCaches(app)
  if (config.metricsToken) {
    const gauge = { name: 'coinless_disk_free_bytes', help: 'Free bytes on the disk of DATA_DIR' }
    measureDisk(metrics.registry, gauge, () => diskSpace(config.dataDir))
    serveMetrics(app, metrics, config.metricsToken)
  }
  acceptJson(app)
  const methodsAt = rememberMethods(app)
  answerOptions(app, methodsAt)
  // Before anything that may refuse a call, because it closes the connection of a refused upgrade.
  await connectControllers(app, parts, metrics)
  await secure(app, config)
  if (config.rateLimits) await limitRequests(app)
  await compressAnswers(app)
  await serveOpenApi(app, config.publicUrl ?? '/')
  await app.register(
    async (api) => {
      const server = { app: api, ...parts }
      const served = endpointsServedBy(api)
      handleControllerMessages(server)
      await serveFeatures(server)
      systemRoutes(server, metrics)
      redirectOldPaths(api)
      assertAllServed(served)
    },
    { prefix: '/api' },
  )
  await serveWebApp(app, methodsAt)
  return app
}

/** Counts and logs each answer. */
function recordAnswers(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', async (request, reply) => {
    const { caller, log: requestLog } = request
    countRequest(metrics, request, reply)
    // Load balancers call these every other second.
    const isHealthy = healthChecks.has(request.url) && reply.statusCode < 400
    requestLog[isHealthy ? 'debug' : 'info'](
      {
        req: request,
        res: reply,
        responseTime: reply.elapsedTime,
        userId: caller && personOf(caller),
        accountId: caller?.acting ? caller.id : undefined,
        apiKey: caller?.api_key && caller.session_id,
      },
      'answered',
    )
  })
}

/** Answers are private: neither browsers nor proxies store them unless a route says so. */
function keepOutOfCaches(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Sources of Stripe's script, frames and API, for pages that take cards with Stripe. */
const stripeSources = {
  scriptSrc: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
}

async function secure(app: FastifyInstance, config: AppConfig) {
  await app.register(jwt, {
    secret: config.jwtSecret,
    sign: { algorithm: 'HS256', iss: 'coinless' },
    verify: { algorithms: ['HS256'], allowedIss: 'coinless' },
  })
  const stripe = config.stripe && stripeSources
  // Built once: Fastify's plugin builds it for each request, which took a fifth of a simple call.
  const protect = helmet({
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine sets sizes and colors of single elements with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        ...stripe,
        scriptSrc: ["'self'", ...inlineScripts(), ...(stripe?.scriptSrc ?? [])],
      },
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    // Pages scan stickers; frames of the card processor may not.
    reply.raw.setHeader('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
    protect(request.raw, reply.raw, () => done())
  })
  await app.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-total-count', versionHeader],
  })
}

/**
 * Limits calls per server and network, at any address, also unknown ones. A building shares an address, and each
 * person's first visit loads many files. Calls that guess are counted across servers: see call-limits.ts.
 */
async function limitRequests(app: FastifyInstance) {
  const kindOf = (request: FastifyRequest) => {
    const path = pathOf(request)
    if (isOfControllers(path)) return 'controllers'
    return isOfApi(path) ? 'everything' : 'files'
  }
  await app.register(rateLimit, {
    global: false,
    max: (request) => requestsPerMinute[kindOf(request)],
    timeWindow: '1 minute',
    keyGenerator: (request) => `${kindOf(request)} ${networkOf(callerAddress(request))}`,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { seconds: Math.ceil(ttl / 1000) }),
  })
  app.addHook('onRequest', app.rateLimit())
}

function endpointsServedBy(api: FastifyInstance): Set<Endpoint> {
  const served = new Set<Endpoint>()
  api.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) served.add(config.endpoint)
  })
  return served
}

/** Every endpoint in the contract must be served: a server that lacks one does not start. */
function assertAllServed(served: ReadonlySet<Endpoint>) {
  const missing = Object.values(endpoints)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .filter((endpoint) => !served.has(endpoint))
  if (missing.length === 0) return
  const names = missing.map(({ method, path }) => `${method} ${path}`)
  throw new Error(`The contract has endpoints without a handler: ${names.join(', ')}.`)
}
