import { createHash, timingSafeEqual } from 'node:crypto'
import { payments } from '@coinless/contract/payments.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { bearerToken } from '../request/session.ts'
import { version } from './build.ts'

export type Metrics = ReturnType<typeof makeMetrics>

const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Prometheus metrics of one server. Routes are patterns and statements have no values. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    ...callMetrics(registers),
    ...messageMetrics(registers),
    ...paymentMetrics(registers),
    ...queueMetrics(registers),
    ...webhookMetrics(registers),
    ...backupMetrics(registers),
    ...controllerMetrics(registers),
  }
}

/** Requests, and the statements that they run. */
function callMetrics(registers: Registry[]) {
  return {
    requestSeconds: new Histogram({
      name: 'coinless_http_request_duration_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: secondsBuckets,
      registers,
    }),
    querySeconds: new Histogram({
      name: 'coinless_database_query_duration_seconds',
      help: 'Duration of SQL statements, including the wait for a connection',
      buckets: secondsBuckets,
      registers,
    }),
    slowQueries: new Counter({
      name: 'coinless_database_slow_queries_total',
      help: 'Number of statements slower than SLOW_QUERY_MS',
      registers,
    }),
    failedQueries: new Counter({
      name: 'coinless_database_failed_queries_total',
      help: 'Statements that PostgreSQL refused, or whose answer was lost',
      registers,
    }),
  }
}

/** Mails and push notifications. */
function messageMetrics(registers: Registry[]) {
  return {
    mailsWaiting: new Gauge({
      name: 'coinless_mails_waiting',
      help: 'Mails waiting in the outbox of all servers',
      registers,
    }),
    mailsSent: new Counter({
      name: 'coinless_mails_sent_total',
      help: 'Mails from this server accepted by the mail server',
      registers,
    }),
    mailsGivenUp: new Counter({
      name: 'coinless_mails_given_up_total',
      help: 'Mails from this server not accepted in time',
      registers,
    }),
    pushesWaiting: new Gauge({
      name: 'coinless_pushes_waiting',
      help: 'Push notifications waiting on all servers',
      registers,
    }),
    pushesSent: new Counter({
      name: 'coinless_pushes_sent_total',
      help: 'Push notifications from this server accepted by push services',
      registers,
    }),
    pushesGivenUp: new Counter({
      name: 'coinless_pushes_given_up_total',
      help: 'Push notifications refused, or not accepted in time',
      registers,
    }),
  }
}

function controllerMetrics(registers: Registry[]) {
  return {
    controllersConnected: new Gauge({
      name: 'coinless_controllers_connected',
      help: 'Controllers connected to this server',
      registers,
    }),
    controllerMessages: new Counter({
      name: 'coinless_controller_messages_total',
      help: 'Messages from controllers',
      labelNames: ['type'] as const,
      registers,
    }),
    controllerCloses: new Counter({
      name: 'coinless_controller_closes_total',
      help: 'Closed controller connections, by the close code of docs/integrate/controller-protocol.md',
      labelNames: ['code'] as const,
      registers,
    }),
  }
}

function paymentMetrics(registers: Registry[]) {
  new Gauge({
    name: 'coinless_build_info',
    help: 'Answers of this server to payment calls: accepted, refused, or failed',
    labelNames: ['version', 'node_version'] as const,
    registers,
  }).set({ version, node_version: process.versions.node }, 1)
  return {
    payments: new Counter({
      name: 'coinless_payments_total',
      help: 'Answers of this server to payment calls: accepted, refused, or failed',
      labelNames: ['method', 'outcome'] as const,
      registers,
    }),
  }
}

/** Queues of all servers, with the names that the system page uses. */
function queueMetrics(registers: Registry[]) {
  return {
    queueWaiting: new Gauge({
      name: 'coinless_queue_waiting',
      help: 'Jobs waiting in a queue of all servers: mails, pushes, webhook_deliveries, card_payments',
      labelNames: ['queue'] as const,
      registers,
    }),
    queueOverdue: new Gauge({
      name: 'coinless_queue_overdue_seconds',
      help: 'Time since the oldest job of a queue was due. 0 if none is due',
      labelNames: ['queue'] as const,
      registers,
    }),
    cardsLeftAlone: new Gauge({
      name: 'coinless_card_payments_left_alone',
      help: 'Card payments and refunds of all servers that need an admin',
      registers,
    }),
  }
}

/** Gauges of prom-client that are named like counters, and only sum up other gauges by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Adds prom-client's default process metrics. Call once per process. */
export function addProcessMetrics({ registry }: Pick<Metrics, 'registry'>): void {
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
}

function backupMetrics(registers: Registry[]) {
  const ofFolder = folderMetrics(registers)
  // No sample without BACKUP_DIR, so that 0 means no backup yet.
  for (const gauge of Object.values(ofFolder)) gauge.remove()
  return {
    backupFile: new Gauge({
      name: 'coinless_backup_last_file_timestamp_seconds',
      help: 'When npm run backup last completed a file',
      registers,
    }),
    ...ofFolder,
  }
}

function folderMetrics(registers: Registry[]) {
  return {
    backupBase: new Gauge({
      name: 'coinless_backup_last_base_timestamp_seconds',
      help: 'When the newest base backup started',
      registers,
    }),
    backupWal: new Gauge({
      name: 'coinless_backup_last_wal_timestamp_seconds',
      help: 'When WAL was last written to BACKUP_DIR',
      registers,
    }),
    backupWalWaiting: new Gauge({
      name: 'coinless_backup_wal_waiting',
      help: 'WAL files of 16 MB in DATA_DIR waiting for BACKUP_DIR',
      registers,
    }),
    backupWalFailing: new Gauge({
      name: 'coinless_backup_wal_failing',
      help: '1 while WAL cannot be written to BACKUP_DIR',
      registers,
    }),
    backupBaseFailing: new Gauge({
      name: 'coinless_backup_base_failing',
      help: '1 if the last base backup failed',
      registers,
    }),
    backupChecked: new Gauge({
      name: 'coinless_backup_last_check_timestamp_seconds',
      help: 'When the newest backup last passed a test restore',
      registers,
    }),
    backupFaults: new Gauge({
      name: 'coinless_backup_check_faults',
      help: 'Ledger faults in the last test restore. -1 if the restore failed',
      registers,
    }),
  }
}

function webhookMetrics(registers: Registry[]) {
  return {
    webhooksWaiting: new Gauge({
      name: 'coinless_webhook_deliveries_waiting',
      help: 'Webhook deliveries waiting on all servers',
      registers,
    }),
    webhooksDelivered: new Counter({
      name: 'coinless_webhook_deliveries_total',
      help: 'Webhook deliveries from this server that receivers accepted',
      registers,
    }),
    webhooksFailed: new Counter({
      name: 'coinless_webhook_failed_tries_total',
      help: 'Failed webhook delivery attempts of this server',
      registers,
    }),
    webhooksGivenUp: new Counter({
      name: 'coinless_webhook_deliveries_given_up_total',
      help: 'Webhook deliveries that receivers did not accept in time, or whose data the owner can no longer see',
      registers,
    }),
  }
}

const payingRoutes = new Map([
  [`/api${payments.prepaid.path}`, 'prepaid_code'],
  [`/api${payments.chosenCode.path}`, 'prepaid_code'],
  [`/api${payments.card.path}`, 'card'],
])

export function countRequest(
  { requestSeconds, payments: counted }: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const route = request.routeOptions.url ?? 'none'
  const labels = { method: request.method, route, status: reply.statusCode }
  requestSeconds.observe(labels, reply.elapsedTime / 1000)
  const method = request.method === 'POST' ? payingRoutes.get(route) : undefined
  if (!method) return
  const { statusCode: status } = reply
  counted.inc({ method, outcome: status < 400 ? 'accepted' : status < 500 ? 'refused' : 'failed' })
}

/** Serves GET /metrics to clients with the token. */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string) {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isSame(bearerToken(request) ?? '', token)) {
      return reply.status(401).header('www-authenticate', 'Bearer').send()
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isSame(given: string, expected: string): boolean {
  const digests = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(digests[0] as Buffer, digests[1] as Buffer)
}
