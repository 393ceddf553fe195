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
    ...paymentMetrics(registers),
    ...queueMetrics(registers),
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

/** Queues whose tries this server counts, and the outcomes. */
const countedQueues = ['mails', 'pushes', 'webhook_deliveries'] as const
const outcomes = ['done', 'again', 'dropped'] as const

/** Queues of all servers, with the names that the system page uses. */
function queueMetrics(registers: Registry[]) {
  const labelNames = ['queue'] as const
  const jobs = new Counter({
    name: 'coinless_jobs_total',
    help: 'Tries of this server: done, to be tried again, or dropped because they are of no use or failed for too long',
    labelNames: ['queue', 'outcome'] as const,
    registers,
  })
  // An increase shows only if the sample existed before.
  for (const queue of countedQueues) {
    for (const outcome of outcomes) jobs.inc({ queue, outcome }, 0)
  }
  return {
    jobs,
    jobsWaiting: new Gauge({
      name: 'coinless_jobs_waiting',
      help: 'Jobs waiting in a queue of all servers, up to 10,001',
      labelNames,
      registers,
    }),
    jobsDue: new Gauge({
      name: 'coinless_jobs_due',
      help: 'Jobs of a queue that are due, among those counted as waiting',
      labelNames,
      registers,
    }),
    jobsOldestDue: new Gauge({
      name: 'coinless_jobs_oldest_due_seconds',
      help: 'Time since the oldest job of a queue was due. 0 if none is due',
      labelNames,
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
