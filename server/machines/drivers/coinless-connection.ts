import {
  type ControllerMessage,
  controllerMessage,
  protocol,
} from '@coinless/contract/controller-protocol.ts'
import type { WebSocket } from '@fastify/websocket'
import type { Server } from '../../http/request/server.ts'
import type { ServerMessage, State } from '../../platform/messaging/controller-connections.ts'
import { Connection, type Parts } from './connection.ts'

/** Maximum number of unanswered messages to remember; older ones are dropped. */
const rememberedMax = 500

type Hello = Extract<ControllerMessage, { type: 'hello' }>

/** Connection of a controller that speaks the protocol of docs/integrate/controller-protocol.md. */
export class CoinlessConnection extends Connection<ControllerMessage> {
  declare protected readonly parts: Parts & Pick<Server, 'clock'>
  private channels: readonly number[] = []
  private boot = ''
  private readonly faulty = new Set<number>()
  private readonly told = new Set<string>()
  private readonly stop: () => void

  constructor(socket: WebSocket, parts: CoinlessConnection['parts']) {
    super(socket, parts)
    // The controller's estimate of our clock is wrong now; it makes a new one when it reconnects.
    this.stop = parts.clock.onSet(() => this.end(4410))
  }

  protected get bootId(): string {
    return this.boot
  }

  protected read(text: string): ControllerMessage {
    return controllerMessage.parse(JSON.parse(text))
  }

  protected typeOf({ type }: ControllerMessage): string {
    return type
  }

  protected hearAtOnce(message: ControllerMessage): void {
    // Controllers measure our clock by this answer, so it does not wait in the queue.
    if (message.type === 'ping' && this.isWelcome) {
      this.send({ type: 'pong', id: message.id, time: this.parts.clock.now() })
    }
    if (this.told.delete(answeredBy(message) ?? '')) this.presence.wasAsked()
  }

  protected async take(id: string, message: ControllerMessage): Promise<void> {
    if (message.type === 'hello') {
      if (this.isWelcome) this.end(4400)
      else await this.welcome(id, message)
      return
    }
    if (!this.isWelcome) return this.end(4400)
    if (message.type === 'ping') return
    this.boot = message.boot_id
    if (!this.channels.includes(message.channel)) return this.end(4403)
    if (message.type === 'state') await this.noteFault(id, message)
    await this.parts.connections.receive(id, message)
  }

  /** Records a fault once until it is over. */
  private async noteFault(id: string, { channel, fault }: State) {
    const isNew = fault && !this.faulty.has(channel)
    if (fault) this.faulty.add(channel)
    else this.faulty.delete(channel)
    const detail = `channel ${channel}`
    if (isNew) await this.parts.presenceWriter.note({ controllerId: id, kind: 'fault', detail })
  }

  protected tell(message: ServerMessage): void {
    if (this.send(message)) this.told.add(message.id)
    if (this.told.size <= rememberedMax) return
    const [oldest = ''] = this.told
    this.told.delete(oldest)
  }

  protected override left(): void {
    this.stop()
  }

  private async welcome(id: string, hello: Hello) {
    const version = Math.max(...hello.versions.filter(isKnown))
    if (version < 1) return this.end(4406)
    this.channels = hello.channels
    this.boot = hello.boot_id
    if (!(await this.attend(id))) return
    this.send({ type: 'welcome', version, time: this.parts.clock.now() })
    await this.writeConnected(id)
  }
}

/** Id of the start, question or switch-off that a message answers. */
function answeredBy(message: ControllerMessage): string | null {
  if (message.type === 'answer') return message.id
  return message.type === 'state' ? message.question : null
}

function isKnown(version: number): boolean {
  return protocol.versions.some((known) => known === version)
}
