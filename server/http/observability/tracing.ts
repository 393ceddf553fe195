import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { QueryObserver } from '../../platform/database/connection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

/** No-op until tracing has started. */
const tracer = (): Tracer => trace.getTracer('coinless')

/**
 * Sends traces to a collector by OTLP over HTTP.
 * @param endpoint origin of the collector, such as http://localhost:4318
 * @returns a function that sends the remaining traces and stops
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  // Loaded only if tracing is enabled.
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'coinless' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return async () => {
    await provider.shutdown()
    // Without this, the next start in this process is ignored.
    for (const api of [trace, context, propagation]) api.disable()
  }
}

/** Starts a span for each call within the caller's trace. Routes are patterns, without values. */
export function traceRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const caller = propagation.extract(context.active(), request.headers)
    const options = { kind: SpanKind.SERVER, attributes }
    request.span = tracer().startSpan(`${request.method} ${route}`, options, caller)
  })
  app.addHook('onResponse', async ({ span, id }, { statusCode }) => {
    span?.setAttributes({ 'http.response.status_code': statusCode, 'coinless.request_id': id })
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Assigns the queries of this work to the call's span. */
export function withinTrace<T>({ span }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work()
}

/** Adds a span for a finished statement, with its text but never its values. */
export const traceQuery: QueryObserver = ({ sql, durationMs, isFailed }) => {
  const span = tracer().startSpan(sql.trim().split(/\s/, 1)[0] || 'query', {
    kind: SpanKind.CLIENT,
    startTime: Date.now() - durationMs,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
  })
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
