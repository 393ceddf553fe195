import { randomUUID } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/connection.ts'
import { makePool } from '../database/pool.ts'

const channel = 'coinless'
/** PostgreSQL accepts less than 8000. */
const messageBytes = 7900
const firstPauseMs = 250
const longestPauseMs = 10_000
/** Interval at which a server checks that it receives its own messages. It reconnects after beatsMissed failures. */
const beatMs = 5_000
const beatsMissed = 3

interface Message {
  kind: string
  content: unknown
  /** Id of the sending server. */
  from: string
}

interface Options {
  /** The same database without a pooler, because poolers drop messages. */
  directUrl: string
  database: Database
  logger: Pick<Logger, 'warn'>
}

/**
 * Messages between the servers of one database, through PostgreSQL's NOTIFY. All servers, including the sender, receive
 * them in the same order. Nothing is stored: a disconnected server misses them.
 */
export class NotifyChannel {
  /** Id of this server process. */
  private readonly server = randomUUID()
  private readonly options: Options
  private readonly listeners = new Map<string, (content: never, isOwn: boolean) => void>()
  private readonly missed: (() => void)[] = []
  private pool: PostgresPool | undefined
  private client: PostgresPoolClient | undefined
  private waiting: string[] = []
  private sending: Promise<void> | undefined
  private isStopped = false
  private pauseMs = firstPauseMs
  private timers: NodeJS.Timeout[] = []
  private beats = 0
  private hasWarned = false

  constructor(options: Options) {
    this.options = options
  }

  /** Resolves when messages are received, or the first try has failed; then retries in the background. */
  async start(): Promise<void> {
    this.pool = makePool(this.options.directUrl, { timeouts: {}, preparedStatements: false })
    this.timers.push(setInterval(() => this.beat(), beatMs))
    await this.connect()
  }

  /** Sends waiting messages. Drops later ones, because the connections are about to close. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.sending
    for (const timer of this.timers) clearTimeout(timer)
    this.lose()
    await this.pool?.end()
  }

  on<Content>(kind: string, listener: (content: Content, isOwn: boolean) => void): void {
    this.listeners.set(kind, listener)
  }

  /** Calls the listener when messages may have been missed, and every few seconds while none are received. */
  onMissed(listener: () => void): void {
    this.missed.push(listener)
  }

  send(kind: string, content: unknown): void {
    const text = this.textOf(kind, content)
    if (Buffer.byteLength(text) > messageBytes) throw new Error(`Notification ${kind} is too long.`)
    if (this.isStopped) return
    this.waiting.push(text)
    this.sending ??= this.sendWaiting()
  }

  /** Sends all waiting messages in one statement, because each statement is a commit. */
  private async sendWaiting() {
    // Messages sent in the same turn of the event loop go together.
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const texts = this.waiting
      this.waiting = []
      await this.notify(texts).catch((err) =>
        this.options.logger.warn({ err }, 'cannot notify other servers'),
      )
    }
    this.sending = undefined
  }

  private textOf(kind: string, content: unknown): string {
    return JSON.stringify({ kind, content, from: this.server } satisfies Message)
  }

  private async notify(texts: string[]) {
    if (!this.client) return this.notifyByPool(texts)
    const values = [channel, texts]
    await this.client.query('select pg_notify($1, text) from unnest($2::text[]) as text', values)
  }

  private async notifyByPool(texts: string[]) {
    const { database } = this.options
    await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(
      database,
    )
  }

  private async connect(): Promise<void> {
    if (this.isStopped || !this.pool) return
    try {
      const client = await this.pool.connect()
      if (this.isStopped) return client.release()
      const events = client as unknown as ClientBase
      events.on('notification', ({ payload }) => this.hear(payload ?? ''))
      events.once('end', () => this.lose(client))
      this.client = client
      // Messages need not be durable.
      await client.query('set synchronous_commit = off', [])
      await client.query(`listen ${channel}`, [])
      this.beats = 0
      this.pauseMs = firstPauseMs
      this.tellMissed()
      this.beat()
    } catch (err) {
      this.options.logger.warn({ err }, 'cannot listen to other servers')
      this.lose(this.client)
    }
  }

  private lose(client = this.client) {
    if (client !== this.client) return
    this.client = undefined
    client?.release(new Error('lost') as never)
    if (this.isStopped) return
    const pauseMs = this.pauseMs * (1 + Math.random() / 2)
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs)
    this.timers.push(setTimeout(() => void this.connect(), pauseMs))
  }

  /** Uses another connection, because a pooler would return messages of the same connection. */
  private beat() {
    if (this.beats > 0) this.tellMissed()
    if (this.beats >= beatsMissed) {
      this.warnOnce()
      if (this.client) this.lose()
    }
    this.beats++
    const text = this.textOf('beat', null)
    this.notifyByPool([text]).catch(() => {})
  }

  private warnOnce() {
    if (this.hasWarned) return
    this.hasWarned = true
    this.options.logger.warn(
      'no notifications from other servers: set DATABASE_DIRECT_URL if DATABASE_URL points to a pooler',
    )
  }

  private hear(text: string) {
    const { kind, content, from }: Message = JSON.parse(text)
    const isOwn = from === this.server
    if (kind === 'beat' && isOwn) this.beats = 0
    this.listeners.get(kind)?.(content as never, isOwn)
  }

  private tellMissed() {
    for (const listener of this.missed) listener()
  }
}
