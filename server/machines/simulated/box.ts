import { keepConnection, type Send, type ServerMessage } from '@coinless/agent/line.ts'
import type { ServerClock } from '@coinless/agent/server-clock.ts'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { type Fault, SimulatedChannel } from './simulated-channel.ts'

/** Interval of state messages while something runs. */
const stateMs = 30_000

/** Connection between a box and its server: each message is delivered at once, later, twice or never. */
export type Wire = (deliver: () => void) => void

export interface BoxSettings {
  /** URL of Coinless. */
  server: string
  credential: string
  channels: number
  wire?: Wire
  /** Monotonic milliseconds. */
  counter?: () => number
}

/** A simulated controller that connects like real ones, by the protocol of docs/integrate/controller-protocol.md. */
export class Box {
  readonly channels: readonly SimulatedChannel[]
  fault: Fault | undefined
  isConnected = false
  private readonly settings: BoxSettings
  private readonly wire: Wire
  private readonly counter: () => number
  private readonly timers = new Map<SimulatedChannel, NodeJS.Timeout>()
  private line: { end(): void } | undefined
  private send: Send = () => {}
  private passedMs = 0

  constructor(settings: BoxSettings) {
    const { channels, wire = (deliver) => deliver(), counter = () => performance.now() } = settings
    this.settings = settings
    this.wire = wire
    this.counter = counter
    this.channels = Array.from({ length: channels }, (_, n) => new SimulatedChannel(n + 1))
  }

  connect(): void {
    if (this.line) return
    const [first] = this.channels
    const line = keepConnection(
      this.settings,
      {
        report: () => {},
        ended: () => {
          if (this.line === line) this.isConnected = false
        },
        hello: () => ({
          type: 'hello',
          versions: [...protocol.versions],
          boot_id: first?.bootId,
          channels: this.channels.map((_, n) => n + 1),
          model: 'Simulated box',
        }),
        welcome: (send) => {
          this.send = send
          this.isConnected = true
          for (const channel of this.channels) this.sayNews(channel)
        },
        told: (message, clock) => this.wire(() => this.hear(message, clock)),
      },
      this.counter,
    )
    this.line = line
  }

  disconnect(): void {
    this.line?.end()
    this.line = undefined
    this.isConnected = false
    this.send = () => {}
  }

  /** Switches everything off and keeps only the journal, until it is connected again. */
  losePower(): void {
    this.disconnect()
    for (const channel of this.channels) channel.losePower(this.now)
  }

  /** Switches off by hand, at the machines. */
  switchOff(): void {
    for (const channel of this.channels) {
      channel.switchOff(this.now)
      this.sayNews(channel)
    }
  }

  /** Advances the time of its machines. Its knowledge of the server's clock stays the same. */
  pass(seconds: number): void {
    this.passedMs += seconds * 1000
    for (const channel of this.channels) this.wait(channel)
  }

  /** Monotonic milliseconds of its machines. */
  get now(): number {
    return this.counter() + this.passedMs
  }

  private hear(message: ServerMessage, clock: ServerClock) {
    if (!this.line || !('channel' in message)) return
    const channel = this.channels[message.channel - 1]
    const isPast = (deadline: number) => clock.isPast(deadline)
    const said = channel?.hear(message, this.fault, this.now, isPast)
    if (!channel || !said) return
    this.wire(() => this.send(said))
    this.wait(channel)
  }

  private sayNews(channel: SimulatedChannel) {
    if (this.fault !== 'silent') {
      const news = channel.news(this.now)
      this.wire(() => this.send(news))
    }
    this.wait(channel)
  }

  /** Schedules the next state message: when it is off, or after a while. */
  private wait(channel: SimulatedChannel) {
    clearTimeout(this.timers.get(channel))
    const { until } = channel
    if (until === undefined) return
    const timer = setTimeout(
      () => this.sayNews(channel),
      Math.max(0, Math.min(until - this.now, stateMs)),
    )
    this.timers.set(channel, timer.unref())
  }
}
