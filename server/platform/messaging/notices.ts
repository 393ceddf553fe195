import { randomUUID } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/connection.ts'
import { makePool } from '../database/pool.ts'

const channel = 'coinless'
/** PostgreSQL takes less than 8000. */
const noticeBytes = 7900
const firstPauseMs = 250
const longestPauseMs = 10_000
/** How often a server sees whether it hears itself. After so many times without that it connects anew. */
const beatMs = 5_000
const beatsMissed = 3

interface Notice {
  kind: string
  content: unknown
  /** Which server sent it. */
  from: string
}

interface Options {
  /** The same database, not through a pooler: those drop notices. */
  directUrl: string
  database: Database
  logger: Pick<Logger, 'warn'>
}

/**
 * What servers on one database tell each other by PostgreSQL's NOTIFY. All of them, the sender included,
 * hear all notices in the same order. Nothing is kept: whoever is not there has missed it.
 */
export class Notices {
  /** This one, until it ends. */
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

  /** Returns when notices are heard, or the first try has failed; then it goes on trying. */
  async start(): Promise<void> {
    this.pool = makePool(this.options.directUrl, { timeouts: {}, preparedStatements: false })
    this.timers.push(setInterval(() => this.beat(), beatMs))
    await this.connect()
  }

  /** Sends what waits. What is sent later is dropped: its connections are about to end. */
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

  /** Called when some may have been missed, and every few seconds while none are heard. */
  onMissed(listener: () => void): void {
    this.missed.push(listener)
  }

  send(kind: string, content: unknown): void {
    const text = this.textOf(kind, content)
    if (Buffer.byteLength(text) > noticeBytes) throw new Error(`A notice ${kind} is too long.`)
    if (this.isStopped) return
    this.waiting.push(text)
    this.sending ??= this.sendWaiting()
  }

  /** One statement for all that wait: a notice is a commit. */
  private async sendWaiting() {
    // Whatever is sent in the same turn goes with it.
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const texts = this.waiting
      this.waiting = []
      await this.notify(texts).catch((err) =>
        this.options.logger.warn({ err }, 'other servers could not be told'),
      )
    }
    this.sending = undefined
  }

  private textOf(kind: string, content: unknown): string {
    return JSON.stringify({ kind, content, from: this.server } satisfies Notice)
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
      // Nothing that is told has to be on the disk.
      await client.query('set synchronous_commit = off', [])
      await client.query(`listen ${channel}`, [])
      this.beats = 0
      this.pauseMs = firstPauseMs
      this.tellMissed()
      this.beat()
    } catch (err) {
      this.options.logger.warn({ err }, 'other servers are not heard')
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

  /** By another connection: a pooler would give this one back what it said itself. */
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
      'other servers are not heard: set DATABASE_DIRECT_URL when DATABASE_URL leads to a pooler',
    )
  }

  private hear(text: string) {
    const { kind, content, from }: Notice = JSON.parse(text)
    const isOwn = from === this.server
    if (kind === 'beat' && isOwn) this.beats = 0
    this.listeners.get(kind)?.(content as never, isOwn)
  }

  private tellMissed() {
    for (const listener of this.missed) listener()
  }
}
