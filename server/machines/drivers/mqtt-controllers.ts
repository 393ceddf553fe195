import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { sql } from 'kysely'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { isHeld, seconds } from '../../platform/database/due.ts'
import type { CloseCode } from '../../platform/messaging/controller-connections.ts'
import { MqttBox } from './mqtt-box.ts'
import { type Broker, connectBroker } from './mqtt-broker.ts'
import { PresenceWriter } from './presence-writer.ts'

const heldSeconds = 15
/** How long a box that floods is ignored. */
const deafMs = 60_000

/**
 * Controllers of the driver `mqtt`. One server speaks with the broker; when it stops, another takes over (decision 55).
 */
export class MqttControllers {
  private readonly server: Server
  private readonly metrics: Metrics
  private readonly url: string
  private readonly id = randomUUID()
  private readonly presenceWriter: PresenceWriter
  private readonly boxes = new Map<string, MqttBox>()
  private readonly deafUntil = new Map<string, number>()
  private broker: Broker | undefined
  private ping: NodeJS.Timeout | undefined

  constructor(server: Server, metrics: Metrics, url: string) {
    this.server = server
    this.presenceWriter = new PresenceWriter(server)
    this.metrics = metrics
    this.url = url
  }

  /** Speaks with the broker unless another server does. Adds new controllers and drops those whose credential ended. */
  async takeOver(): Promise<void> {
    if (!(await this.isSpeaker())) return this.leave(4409)
    this.broker ??= await connectBroker(this.url, this.server.app.log, {
      connected: () => this.poll(),
      heard: (topic, payload) => this.heard(topic, payload),
    })
    this.ping ??= setInterval(() => this.poll(), protocol.pingSeconds * 1000)
    const own = new Set(await this.controllers())
    for (const [id, box] of this.boxes) if (!own.has(id)) void box.end(4401)
    for (const id of own) this.introduce(id, this.broker)
  }

  async stop(): Promise<void> {
    if (!this.broker) return
    await this.leave(1001)
    await this.server.database.deleteFrom('mqtt_lease').where('server', '=', this.id).execute()
  }

  private async isSpeaker(): Promise<boolean> {
    const { rows } = await sql`
      insert into mqtt_lease (server, expires_at)
      values (${this.id}, now() + ${seconds(heldSeconds)})
      on conflict (is_only) do update set server = excluded.server, expires_at = excluded.expires_at
        where mqtt_lease.server = excluded.server
          or not ${isHeld(sql`mqtt_lease.expires_at`, heldSeconds)}
      returning true`.execute(this.server.database)
    return rows.length > 0
  }

  private async controllers(): Promise<string[]> {
    const rows = await this.server.database
      .selectFrom('controllers')
      .select('id')
      .where('driver', '=', 'mqtt')
      .where('credential_hash', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  private introduce(id: string, broker: Broker) {
    if (this.boxes.has(id) || (this.deafUntil.get(id) ?? 0) > performance.now()) return
    this.deafUntil.delete(id)
    const { app, ...parts } = this.server
    const its = {
      ...parts,
      metrics: this.metrics,
      log: app.log,
      presenceWriter: this.presenceWriter,
    }
    const box = new MqttBox(its, id, broker, (code) => {
      this.boxes.delete(id)
      if (code === 4429) this.deafUntil.set(id, performance.now() + deafMs)
    })
    this.boxes.set(id, box)
    box.poll()
  }

  private poll() {
    for (const box of this.boxes.values()) box.pollAgain()
  }

  private heard(topic: string, payload: Buffer) {
    const [, id = '', ...rest] = topic.split('/')
    this.boxes.get(id)?.hear(rest.join('/'), payload)
  }

  private async leave(code: CloseCode) {
    clearInterval(this.ping)
    this.ping = undefined
    this.broker?.stop()
    this.broker = undefined
    await Promise.all([...this.boxes.values()].map((box) => box.end(code)))
  }
}
