import { closeCodes, protocol } from '@coinless/contract/controller-protocol.ts'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import type {
  CloseCode,
  ControllerConnections,
  ServerMessage,
} from '../../platform/messaging/controller-connections.ts'
import { Presence } from './presence.ts'
import type { PresenceWriter } from './presence-writer.ts'

/** Number of queued messages at which reading pauses. */
const waitingMax = 2 * protocol.messagesPerSecond
/** Frames that may still arrive after we close a connection. A peer that sends more does not read the close, either. */
const lateMax = 1000

export interface Parts {
  database: Server['database']
  changes: Server['changes']
  connections: ControllerConnections
  presenceWriter: PresenceWriter
  metrics: Metrics
  log: FastifyBaseLogger
  /** Finds the controller that has the credential now. */
  find(): Promise<string | undefined>
}

/** Connection of one controller. Processes its messages one at a time. */
export abstract class Connection<Message> {
  protected readonly parts: Parts
  protected readonly found: Promise<string | undefined>
  private readonly socket: WebSocket
  protected readonly presence: Presence
  private timer: NodeJS.Timeout
  private controllerId: string | undefined
  private isPresent = false
  private endedBy: CloseCode | undefined
  private takeOut = () => {}
  private turn: Promise<void> = Promise.resolve()
  private waiting = 0
  private late = 0
  private readonly over = Promise.withResolvers<void>()
  /** Resolves once the connection is closed, and its messages and its end are written. */
  readonly written = this.over.promise

  constructor(socket: WebSocket, parts: Parts) {
    this.socket = socket
    this.parts = parts
    this.presence = new Presence(parts.presenceWriter)
    this.timer = setTimeout(() => this.end(4408), protocol.helloSeconds * 1000)
    this.found = this.admit()
    socket.on('message', (data) => this.hear(String(data)))
    // WebSocket pings and pongs count as frames, but not as a sign of life.
    for (const kind of ['ping', 'pong'] as const) socket.on(kind, () => this.isTooMuch())
    // The plugin's listener would keep the request in memory as long as the connection is open.
    socket.removeAllListeners('error')
    // Too large, not UTF-8, or a malformed frame: ws has sent the reason. The content of the frame is not logged.
    socket.on('error', () => socket.terminate())
    socket.once('close', (code) => this.closed(code))
  }

  /** @throws if it is not a message of this protocol */
  protected abstract read(text: string): Message
  /** One of few values, because it is the label of a metric. */
  protected abstract typeOf(message: Message): string
  /** Handles what must not wait in the queue. */
  protected abstract hearAtOnce(message: Message): void
  /** Processes a message from the queue. */
  protected abstract take(controllerId: string, message: Message): Promise<void>
  /** Boot id of the device that holds the switches, as last heard. */
  protected abstract get bootId(): string
  /** Sends a start, a question or a switch-off. */
  protected abstract tell(message: ServerMessage): void
  protected left(): void {}

  end(code: CloseCode): void {
    this.endedBy ??= code
    this.socket.close(code, closeCodes[code])
  }

  protected get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  protected get isWelcome(): boolean {
    return this.isPresent
  }

  /** Sends now or not at all. */
  protected send(message: object): boolean {
    if (this.isOpen) this.socket.send(JSON.stringify(message))
    return this.isOpen
  }

  /**
   * Registers this as the controller's connection.
   * @returns false if it has ended
   */
  protected async attend(id: string): Promise<boolean> {
    if (!this.isOpen) return false
    this.controllerId = id
    this.takeOut = this.parts.connections.connect(id, {
      send: (message) => this.tell(message),
      end: (code) => this.end(code),
    })
    // A credential that was replaced before this point ended only the connections registered by then.
    if ((await this.parts.find()) !== id) this.end(4401)
    if (!this.isOpen) return false
    this.isPresent = true
    this.parts.metrics.controllersConnected.inc()
    this.parts.log.info({ controllerId: id }, 'controller connected')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(4408), protocol.silenceSeconds * 1000)
    return true
  }

  protected writeConnected(id: string): Promise<void> {
    return this.presence.begin(id, this.bootId)
  }

  /** Handles a failure on our side: the controller reconnects, and the server asks about what was open. */
  protected fail(error: unknown): void {
    this.parts.log.error(error)
    this.socket.terminate()
  }

  private async admit(): Promise<string | undefined> {
    try {
      const id = await this.parts.find()
      if (!id) this.end(4401)
      return id
    } catch (error) {
      this.fail(error)
      return undefined
    }
  }

  /** Counts a frame, and closes the connection if there are too many. */
  private isTooMuch(): boolean {
    if (this.isOpen) {
      if (this.presence.isFlood()) this.end(4429)
    } else if (++this.late > lateMax) {
      this.socket.terminate()
    }
    return !this.isOpen
  }

  private hear(text: string) {
    const message = this.isTooMuch() ? undefined : this.readOrEnd(text)
    if (!message) return
    this.parts.metrics.controllerMessages.inc({ type: this.typeOf(message) })
    this.presence.heard()
    if (this.isPresent) this.timer.refresh()
    this.hearAtOnce(message)
    this.waiting += 1
    if (this.waiting >= waitingMax) this.socket.pause()
    this.turn = this.turn
      .then(() => this.takeIn(message))
      .catch((error) => this.fail(error))
      .finally(() => {
        this.waiting -= 1
        if (this.waiting < waitingMax) this.socket.resume()
      })
  }

  private readOrEnd(text: string): Message | undefined {
    try {
      return this.read(text)
    } catch {
      this.end(4400)
      return undefined
    }
  }

  private async takeIn(message: Message) {
    const id = await this.found
    if (!id || !this.isOpen) return
    const wasPresent = this.isPresent
    await this.take(id, message)
    if (!wasPresent || !this.isOpen || !this.presence.isDue()) return
    // Not every ended credential is announced to lines.
    if ((await this.parts.find()) !== id) return this.end(4401)
    await this.presence.write(id, this.bootId)
  }

  private closed(code: number) {
    const { metrics, log } = this.parts
    clearTimeout(this.timer)
    this.takeOut()
    this.left()
    metrics.controllerCloses.inc({ code })
    if (this.isPresent) metrics.controllersConnected.dec()
    log.info({ controllerId: this.controllerId, code }, 'controller disconnected')
    const wasPresent = this.isPresent
    void this.turn
      .then(() => (wasPresent ? this.writeEnd() : undefined))
      .catch((error) => log.error(error))
      .finally(this.over.resolve)
  }

  private async writeEnd() {
    if (this.controllerId) {
      await this.presence.end(this.controllerId, this.bootId, this.endedBy)
    }
  }
}
