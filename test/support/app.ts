import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { ErrorAnswer } from '@coinless/contract/refusals.ts'
import { accountHeader } from '@coinless/contract/staff.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { z } from 'zod'
import { buildApp } from '../../server/app.ts'
import { makeLogger } from '../../server/http/observability/logger.ts'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import type { Problems } from '../../server/http/observability/problems.ts'
import type { Server } from '../../server/http/request/server.ts'
import { announcedRefusals } from '../../server/http/routing/schemas.ts'
import { mailSender } from '../../server/notifications/mail/mail-sender.ts'
import { mailState } from '../../server/notifications/mail/outbox.ts'
import { settleSoon } from '../../server/payments/cards/payment-charge.ts'
import type { CardProcessor } from '../../server/platform/card-processors/card-processor.ts'
import { sandboxProcessor } from '../../server/platform/card-processors/sandbox-processor.ts'
import { DatabaseClock } from '../../server/platform/database/clock.ts'
import { connect, type Database } from '../../server/platform/database/connection.ts'
import { callTimeouts } from '../../server/platform/database/pool.ts'
import type { Mail, Mailer } from '../../server/platform/mailer/mailer.ts'
import { Changes } from '../../server/platform/messaging/changes.ts'
import { ControllerConnections } from '../../server/platform/messaging/controller-connections.ts'
import { NotifyChannel } from '../../server/platform/messaging/notify-channel.ts'
import { databaseUrl, execute, serverUrl, templateDatabase } from '../servers/postgres.ts'
import { testConfig } from './config.ts'
import { Secrets } from './secrets.ts'

/** Servers that share the database and the calls of a test. */
export const replicaCount = Number(process.env.TEST_REPLICAS ?? 1)

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface Signed {
  token: string
  account?: string
}

interface Sent<E extends Endpoint> {
  /** Caller with an access token, except guests; for staff, with the account they act for. */
  as?: Signed | undefined
  params?: Input<E['params']>
  query?: Partial<Record<keyof Input<E['query']>, string | number | boolean>>
  body?: Input<E['body']>
  idempotencyKey?: string
}

interface Received<Body> {
  status: number
  body: Body
  headers: Record<string, unknown>
}

/** Parts that another server has for itself. */
interface Own {
  database?: Database
  cardProcessor?: CardProcessor
  mailer?: Mailer
  problems?: Problems
  config?: Partial<typeof testConfig>
}

export interface TestApp {
  /** Values that must not be logged. Calls add what they send and receive. */
  secrets: Secrets
  /** Machines that answer on their own, and must be idle before the database is dropped. */
  machines: { quiet(): Promise<void> }[]
  /** Mails to anyone, once all due mails are sent. */
  mails(): Promise<Mail[]>
  app: FastifyInstance
  /** As the server's own database role. */
  database: Database
  /** URL of the same database. */
  url: string
  /** Parts of the server, for actions that no call offers. */
  parts: Server
  /** Another server on the same database. */
  replica(own?: Own): Promise<FastifyInstance>
  /** The same, with its parts. */
  anotherServer(own?: Own): Promise<Server>
  /** Runs what the server's own role may not. */
  asOwner(statement: string): Promise<void>
  /** Calls an endpoint like the web app and expects success. */
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Output<E['reply']>>
  /** The same call, expecting a refusal that the endpoint declares. */
  refused<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Received<ErrorAnswer>>
}

/** A server with its own database for the tests of one file. */
export function testApp(
  overrides: Partial<typeof testConfig> = {},
  makeProcessor: () => CardProcessor = sandboxProcessor,
): TestApp {
  const name = `coinless_test_${randomUUID().replaceAll('-', '')}`
  const test = { secrets: new Secrets(), machines: [] as TestApp['machines'] } as TestApp
  const mails: Mail[] = []
  const replicas: Server[] = []

  beforeAll(async () => {
    const url = inject('postgresUrl')
    await execute(url, `create database ${name} template ${templateDatabase}`)
    test.url = serverUrl(url, name)
    test.database = connectAsServer(test.url)
    const first = await test.anotherServer()
    replicas.push(first)
    while (replicas.length < replicaCount) replicas.push(await test.anotherServer())
    test.app = balanced(replicas.map(({ app }) => app))
    test.parts = { ...first, app: test.app }
  })

  afterAll(async () => {
    for (const machine of test.machines) await machine.quiet()
    await Promise.all(replicas.map(({ app }) => app.close()))
    await test.database.destroy()
    test.secrets.expectNotLogged()
    test.secrets.expectNotIn(await databaseLog())
    await execute(inject('postgresUrl'), `drop database ${name} with (force)`)
  })

  const parts = () => ({
    config: { ...testConfig, ...overrides },
    database: test.database,
    cardProcessor: makeProcessor(),
    mailer: { send: async (mail: Mail) => void mails.push(mail), check: async () => {} },
  })

  test.mails = async () => {
    const { run, rest } = mailSender(test.parts, makeMetrics())
    while ((await mailState(test.database)).waiting > 0) await run().then(rest)
    return mails
  }

  test.anotherServer = async (own) => {
    const logger = makeLogger({ logLevel: 'trace' }, test.secrets, own?.problems)
    const config = { ...parts().config, ...own?.config }
    const database = own?.database ?? test.database
    const notifyChannel = new NotifyChannel({ directUrl: test.url, database, logger })
    const connections = new ControllerConnections(notifyChannel)
    const clock = new DatabaseClock(database)
    const changes = new Changes(notifyChannel)
    const its = { ...parts(), ...own, config, clock, connections, changes, settleSoon }
    const app = await buildApp({ ...its, logger, metrics: makeMetrics() })
    app.addHook('onClose', () => notifyChannel.stop())
    await notifyChannel.start()
    await clock.measure()
    await app.ready()
    return { app, ...its }
  }

  test.replica = async (own) => (await test.anotherServer(own)).app

  test.asOwner = (statement) => execute(databaseUrl(inject('postgresUrl'), name), statement)

  test.call = async (endpoint, sent = {}) => {
    const { status, body } = await send(test.app, endpoint, sent)
    test.secrets.plant({ sent, body })
    expect(status, JSON.stringify(body)).toBe(endpoint.status)
    return body as never
  }

  test.refused = async (endpoint, sent = {}) => {
    const received = await send(test.app, endpoint, sent)
    test.secrets.plant(sent)
    const body = received.body as ErrorAnswer
    expect(announcedRefusals(endpoint)).toContain(body.code)
    expect(body.error).toMatch(/^[A-Z].*\.$/)
    return { ...received, body }
  }
  return test
}

/** Connects through PgBouncer if the tests run with one: see docs/operate/scaling.md. */
function connectAsServer(url: string): Database {
  const port = inject('poolerPort')
  if (!port) return connect(url)
  const pooled = new URL(url)
  pooled.port = String(port)
  return connect(pooled.href, callTimeouts, { preparedStatements: false })
}

/** PostgreSQL's log so far, of all tests. */
async function databaseLog(): Promise<string> {
  const folder = inject('postgresLog')
  const names = folder ? await readdir(folder) : []
  const files = await Promise.all(names.map((name) => readFile(join(folder ?? '', name), 'utf8')))
  return files.join('')
}

/** Replicas answer in rotation, as behind a load balancer. Anything but calls goes to the first. */
function balanced(replicas: FastifyInstance[]): FastifyInstance {
  const [first] = replicas
  if (!first || replicas.length === 1) return first as FastifyInstance
  let calls = 0
  const next = (...asked: Parameters<FastifyInstance['inject']>) =>
    (replicas[calls++ % replicas.length] ?? first).inject(...asked)
  return new Proxy(first, {
    get: (target, name) => (name === 'inject' ? next : Reflect.get(target, name, target)),
  })
}

async function send<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { as, params, query, body, idempotencyKey }: Sent<E>,
): Promise<Received<unknown>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[key] ?? '')),
  )
  const asked: InjectOptions = {
    method: endpoint.method,
    url: `/api${path}`,
    query: Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, `${value}`])),
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(as?.account && { [accountHeader]: as.account }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && {
      payload: endpoint.bodyIsText ? String(body) : JSON.stringify(body),
    }),
  }
  if (endpoint.replyType === 'events')
    return firstEvent(await app.inject({ ...asked, payloadAsStream: true }))
  const response = await app.inject(asked)
  return {
    status: response.statusCode,
    body: /json/.test(`${response.headers['content-type']}`) ? response.json() : response.body,
    headers: response.headers,
  }
}

/** Reads the first part of an endless stream. */
async function firstEvent(response: LightMyRequestResponse): Promise<Received<unknown>> {
  const stream = response.stream()
  const [part] = await once(stream, 'data')
  stream.destroy()
  const text = String(part)
  const body = JSON.parse(text.replace(/^data: /, ''))
  return { status: response.statusCode, body, headers: response.headers }
}

/** The answer to a call that need not match the contract. */
export function answered(
  app: FastifyInstance,
  endpoint: Endpoint,
  as: Signed | undefined,
  sent: { params?: object; query?: object; body?: unknown; idempotencyKey?: string } = {},
) {
  return send(app, endpoint, { as, ...sent } as Sent<Endpoint>)
}

export async function statusOf(...call: Parameters<typeof answered>) {
  return (await answered(...call)).status
}

export async function bodyOf(...call: Parameters<typeof answered>): Promise<string> {
  return JSON.stringify((await answered(...call)).body)
}
