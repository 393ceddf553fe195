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
      help: 'How long calls took to be answered',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: secondsBuckets,
      registers,
    }),
    querySeconds: new Histogram({
      name: 'coinless_database_query_duration_seconds',
      help: 'How long statements took, the wait for a connection included',
      buckets: secondsBuckets,
      registers,
    }),
    slowQueries: new Counter({
      name: 'coinless_database_slow_queries_total',
      help: 'Statements that took longer than SLOW_QUERY_MS',
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
      help: 'Mails in the outbox of all servers that have not left yet',
      registers,
    }),
    mailsSent: new Counter({
      name: 'coinless_mails_sent_total',
      help: 'Mails that the mail server has taken from this server',
      registers,
    }),
    mailsGivenUp: new Counter({
      name: 'coinless_mails_given_up_total',
      help: 'Mails that the mail server did not take in time',
      registers,
    }),
    pushesWaiting: new Gauge({
      name: 'coinless_pushes_waiting',
      help: 'Notifications for browsers, of all servers, that have not left yet',
      registers,
    }),
    pushesSent: new Counter({
      name: 'coinless_pushes_sent_total',
      help: 'Notifications that push services have taken from this server',
      registers,
    }),
    pushesGivenUp: new Counter({
      name: 'coinless_pushes_given_up_total',
      help: 'Notifications that push services refused, or did not take in time',
      registers,
    }),
  }
}

function controllerMetrics(registers: Registry[]) {
  return {
    controllersConnected: new Gauge({
      name: 'coinless_controllers_connected',
      help: 'Controllers that are connected to this server',
      registers,
    }),
    controllerMessages: new Counter({
      name: 'coinless_controller_messages_total',
      help: 'Messages of controllers',
      labelNames: ['type'] as const,
      registers,
    }),
    controllerCloses: new Counter({
      name: 'coinless_controller_closes_total',
      help: 'Connections of controllers that have ended, by the code of docs/integrate/controller-protocol.md',
      labelNames: ['code'] as const,
      registers,
    }),
  }
}

function paymentMetrics(registers: Registry[]) {
  new Gauge({
    name: 'coinless_build_info',
    help: 'Always 1: which version of the program and of Node runs',
    labelNames: ['version', 'node_version'] as const,
    registers,
  }).set({ version, node_version: process.versions.node }, 1)
  return {
    payments: new Counter({
      name: 'coinless_payments_total',
      help: 'Answers of this server to calls that pay: accepted, refused, or failed',
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
      help: 'What waits in a queue of all servers: mails, pushes, webhook_deliveries, card_payments',
      labelNames: ['queue'] as const,
      registers,
    }),
    queueOverdue: new Gauge({
      name: 'coinless_queue_overdue_seconds',
      help: 'For how long the oldest job of a queue has been due; 0 when none is',
      labelNames: ['queue'] as const,
      registers,
    }),
    cardsLeftAlone: new Gauge({
      name: 'coinless_card_payments_left_alone',
      help: 'Card payments and refunds of all servers that an admin has to look at',
      registers,
    }),
  }
}

/** Gauges of prom-client that are named like counters, and only sum up other gauges by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Adds prom-client's default process metrics. Call once per process. */
export function watchProcess({ registry }: Pick<Metrics, 'registry'>): void {
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
      help: 'When npm run backup last finished a file',
      registers,
    }),
    ...ofFolder,
  }
}

function folderMetrics(registers: Registry[]) {
  return {
    backupBase: new Gauge({
      name: 'coinless_backup_last_base_timestamp_seconds',
      help: 'When the newest base backup was begun',
      registers,
    }),
    backupWal: new Gauge({
      name: 'coinless_backup_last_wal_timestamp_seconds',
      help: 'When WAL was last written to BACKUP_DIR',
      registers,
    }),
    backupWalWaiting: new Gauge({
      name: 'coinless_backup_wal_waiting',
      help: 'Files of WAL, of 16 MB each, that wait in DATA_DIR to be written to BACKUP_DIR',
      registers,
    }),
    backupWalFailing: new Gauge({
      name: 'coinless_backup_wal_failing',
      help: '1 while WAL cannot be written to BACKUP_DIR',
      registers,
    }),
    backupBaseFailing: new Gauge({
      name: 'coinless_backup_base_failing',
      help: '1 when the last base backup could not be made',
      registers,
    }),
    backupChecked: new Gauge({
      name: 'coinless_backup_last_check_timestamp_seconds',
      help: 'When the newest backup was last restored beside what runs and added up',
      registers,
    }),
    backupFaults: new Gauge({
      name: 'coinless_backup_check_faults',
      help: 'What did not add up then; -1 when it could not be restored',
      registers,
    }),
  }
}

function webhookMetrics(registers: Registry[]) {
  return {
    webhooksWaiting: new Gauge({
      name: 'coinless_webhook_deliveries_waiting',
      help: 'Deliveries to webhooks, of all servers, that have not arrived yet',
      registers,
    }),
    webhooksDelivered: new Counter({
      name: 'coinless_webhook_deliveries_total',
      help: 'Deliveries that receivers have taken from this server',
      registers,
    }),
    webhooksFailed: new Counter({
      name: 'coinless_webhook_failed_tries_total',
      help: 'Tries of this server that brought nothing',
      registers,
    }),
    webhooksGivenUp: new Counter({
      name: 'coinless_webhook_deliveries_given_up_total',
      help: 'Deliveries that receivers did not take in time, or that nobody may see any more',
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
