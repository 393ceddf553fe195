import { randomBytes } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Server } from '../../http/request/server.ts'
import type { CloseCode } from '../../platform/messaging/controller-connections.ts'
import type { Parts } from './connection.ts'
import type { Broker } from './mqtt-broker.ts'
import { Presence } from './presence.ts'
import { RelayBox } from './relay-box.ts'
import { channelsOf, ShellyRelay, shellyFrame } from './shelly-relay.ts'
import { isWarning, TasmotaRelay } from './tasmota-relay.ts'

const silentRoundsMax = limits.silentBoxSeconds / protocol.pingSeconds

/**
 * A box at the broker. Its answers show its kind. It is connected while it answers queries of its uptime; its own
 * messages only make the server ask.
 */
export class MqttBox {
  private readonly parts: Omit<Parts, 'find'> & Pick<Server, 'clock'>
  private readonly id: string
  private readonly ended: (code: CloseCode) => void
  private readonly presence: Presence
  private readonly shelly: ShellyRelay
  private readonly tasmota: TasmotaRelay
  private readonly source: string
  private relay: ShellyRelay | TasmotaRelay | undefined
  private readonly asked = new Set<ShellyRelay | TasmotaRelay>()
  /** Reconnected while a query was pending: that query is lost. */
  private isBack = false
  private box: RelayBox | undefined
  private takeOut = () => {}
  private timer: NodeJS.Timeout | undefined
  private isOver = false
  /** Rounds without a query: after the next query, and from now. */
  private silentRounds = 0
  private roundsLeft = 0

  constructor(
    parts: MqttBox['parts'],
    id: string,
    broker: Broker,
    ended: (code: CloseCode) => void,
  ) {
    this.parts = parts
    this.id = id
    this.ended = ended
    this.presence = new Presence(parts.presenceWriter)
    const topic = `coinless/${id}`
    // Unique per server, so that answers to another server do not count here.
    this.source = `server-${randomBytes(4).toString('hex')}`
    const toShelly = (frame: object, ms: number) =>
      broker.publish(`${topic}/rpc`, JSON.stringify(frame), ms)
    const toTasmota = (command: string, payload: string, ms: number) =>
      broker.publish(`${topic}/cmnd/${command}`, payload, ms)
    this.shelly = new ShellyRelay(toShelly, `${topic}/${this.source}`, broker.cut)
    this.tasmota = new TasmotaRelay(toTasmota, broker.cut)
  }

  /** Queries in every round, and in ever fewer rounds while the box stays silent. */
  pollAgain(): void {
    if (this.roundsLeft > 0) {
      this.roundsLeft--
      return
    }
    this.roundsLeft = this.silentRounds
    this.silentRounds = Math.min(2 * this.silentRounds + 1, silentRoundsMax - 1)
    this.poll()
  }

  /** Call when the box may be connected. */
  poll(): void {
    for (const relay of this.relay ? [this.relay] : [this.shelly, this.tasmota]) {
      if (this.asked.has(relay)) continue
      this.asked.add(relay)
      relay
        .uptime()
        .then(
          (uptime) => this.isThere(relay, uptime),
          () => {},
        )
        .finally(() => {
          this.asked.delete(relay)
          if (this.isBack && this.asked.size === 0) this.comeBack()
        })
    }
  }

  /** @param topic relative to the controller's topic */
  hear(topic: string, payload: Buffer): void {
    if (this.isOver) return
    if (this.presence.isFlood()) {
      void this.end(4429)
      return
    }
    if (payload.length > protocol.messageBytes) return
    try {
      this.read(topic, payload.toString())
    } catch {
      // Undocumented messages are ignored, because there is no connection to close.
    }
  }

  /** @returns once the end is written */
  async end(code: CloseCode): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.timer)
    this.takeOut()
    this.shelly.stop()
    this.tasmota.stop()
    this.box?.stop()
    this.ended(code)
    if (!this.box) return
    const { metrics, log } = this.parts
    metrics.controllersConnected.dec()
    metrics.controllerCloses.inc({ code })
    log.info({ controllerId: this.id, code }, 'controller disconnected')
    await this.presence.end(this.id, this.box.bootId, code).catch((error) => log.error(error))
  }

  private read(topic: string, text: string) {
    const [kind = '', name = ''] = topic.split('/')
    if (kind === 'stat' || kind === 'tele') {
      this.parts.metrics.controllerMessages.inc({ type: 'tasmota' })
      if (name === 'LWT') return this.comeBack()
      if (kind === 'stat' && this.tasmota.hear(topic, text)) this.presence.wasAsked()
      if (this.relay !== this.tasmota) return
      if (isWarning(topic)) this.box?.lookAtAll()
      else this.checkChannels(channelsIn(text))
      return
    }
    const frame = shellyFrame(text)
    const isNotice = 'method' in frame
    this.parts.metrics.controllerMessages.inc({
      type: isNotice ? 'shelly notice' : 'shelly answer',
    })
    if (isNotice && kind === 'events') {
      if (this.box) this.checkChannels(channelsOf(frame))
      else this.comeBack()
    }
    if (!isNotice && kind === this.source && this.shelly.hear(frame)) this.presence.wasAsked()
  }

  private comeBack() {
    this.isSilentNoMore()
    this.isBack = this.asked.size > 0
    if (!this.isBack && !this.isOver) this.poll()
  }

  private isSilentNoMore() {
    this.silentRounds = 0
    this.roundsLeft = 0
  }

  private checkChannels(channels: readonly number[]) {
    for (const channel of channels) this.box?.look(channel)
  }

  private isThere(relay: ShellyRelay | TasmotaRelay, uptime: number) {
    if (this.isOver || (this.relay && this.relay !== relay)) return
    this.presence.heard()
    this.isSilentNoMore()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.end(4408), protocol.silenceSeconds * 1000)
    this.goOn(relay, uptime).catch((error) => {
      this.parts.log.error(error)
      void this.end(4408)
    })
  }

  private async goOn(relay: ShellyRelay | TasmotaRelay, uptime: number) {
    if (this.relay) {
      this.box?.uptime(uptime)
      if (this.box && this.presence.isDue()) {
        await this.presence.write(this.id, this.box.bootId)
      }
      return
    }
    this.relay = relay
    const box = new RelayBox(this.parts, this.id, relay, (error) => this.parts.log.error(error))
    await box.begin(uptime)
    if (this.isOver) return box.stop()
    this.box = box
    this.parts.metrics.controllersConnected.inc()
    this.parts.log.info({ controllerId: this.id }, 'controller connected')
    this.takeOut = this.parts.connections.connect(this.id, {
      send: (message) => box.hear(message),
      end: (code) => void this.end(code),
    })
    await this.presence.begin(this.id, box.bootId)
  }
}

/** Relays that a Tasmota message names: POWER, or POWER1 and so on. */
function channelsIn(text: string): number[] {
  return [...text.matchAll(/"POWER(\d?)":/g)].map(([, number]) => Number(number || 1))
}
