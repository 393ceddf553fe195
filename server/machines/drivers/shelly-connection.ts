import type { Socket } from 'node:net'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import type { WebSocket } from '@fastify/websocket'
import type { Server } from '../../http/request/server.ts'
import type { ServerMessage } from '../../platform/messaging/controller-connections.ts'
import { Connection, type Parts } from './connection.ts'
import { RelayBox } from './relay-box.ts'
import { channelsOf, type ShellyFrame, ShellyRelay, shellyFrame } from './shelly-relay.ts'

/** Outbound WebSocket of a Shelly. Queries of its uptime also serve as its heartbeat. */
export class ShellyConnection extends Connection<ShellyFrame> {
  declare protected readonly parts: Parts & Pick<Server, 'clock'>
  private readonly relay: ShellyRelay
  private box: RelayBox | undefined
  private ping: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, connection: Socket, parts: ShellyConnection['parts']) {
    super(socket, parts)
    const isFree = () => connection.writableLength === 0
    this.relay = new ShellyRelay(
      (frame) => isFree() && this.send(frame),
      'coinless',
      // Not a close, which would first send what is buffered on this machine.
      () => void connection.resetAndDestroy(),
    )
    void this.welcome().catch((error) => this.fail(error))
  }

  protected get bootId(): string {
    return this.box?.bootId ?? ''
  }

  protected read(text: string): ShellyFrame {
    return shellyFrame(text)
  }

  protected typeOf(frame: ShellyFrame): string {
    return 'method' in frame ? 'shelly notice' : 'shelly answer'
  }

  protected hearAtOnce(frame: ShellyFrame): void {
    if ('method' in frame) for (const channel of channelsOf(frame)) this.box?.look(channel)
    else if (this.relay.hear(frame)) this.presence.wasAsked()
  }

  protected async take(): Promise<void> {}

  protected tell(message: ServerMessage): void {
    this.box?.hear(message)
  }

  protected override left(): void {
    clearInterval(this.ping)
    this.relay.stop()
    this.box?.stop()
  }

  private async welcome() {
    const id = await this.found
    if (!id) return
    const uptime = await this.relay.uptime().catch(() => undefined)
    if (uptime === undefined) return this.end(4408)
    const box = new RelayBox(this.parts, id, this.relay, (error) => this.fail(error))
    await box.begin(uptime)
    this.box = box
    if (!(await this.attend(id))) return
    this.ping = setInterval(
      () => void this.askUptime(box).catch((error) => this.fail(error)),
      protocol.pingSeconds * 1000,
    )
    await this.writeConnected(id)
  }

  private async askUptime(box: RelayBox) {
    const uptime = await this.relay.uptime().catch(() => undefined)
    if (uptime !== undefined) box.uptime(uptime)
  }
}
