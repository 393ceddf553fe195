import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { isHeld, seconds } from '../../platform/database/due.ts'
import type {
  ControllerMessage,
  ServerMessage,
} from '../../platform/messaging/controller-connections.ts'
import { noteOfController } from '../controllers/events.ts'
import { type Fault, SimulatedChannel } from './simulated-channel.ts'

const heldSeconds = 15

/**
 * Controllers of the driver `simulated`, for use without hardware. They run in a server: when it stops, they lose
 * power, and another server starts new ones.
 */
export class Simulator {
  private readonly server: Server
  private readonly id = randomUUID()
  private readonly boxes = new Map<string, SimulatedController>()

  constructor(server: Server) {
    this.server = server
  }

  /** Takes over controllers that no server runs, keeps its own, and releases those that it no longer holds. */
  async takeOver(): Promise<void> {
    const { rows } = await sql<{ controller_id: string }>`
      insert into simulated_controllers (controller_id, server, lease_expires_at)
      select id, ${this.id}, now() + ${seconds(heldSeconds)}
      from controllers where driver = 'simulated' and deleted_at is null order by id
      on conflict (controller_id) do update
        set server = excluded.server, lease_expires_at = excluded.lease_expires_at
        where simulated_controllers.server = excluded.server
          or not ${isHeld(sql`simulated_controllers.lease_expires_at`, heldSeconds)}
      returning controller_id`.execute(this.server.database)
    await this.writePresence()
    const own = new Set(rows.map(({ controller_id }) => controller_id))
    for (const [id, box] of this.boxes) if (!own.has(id)) this.let(id, box)
    for (const id of own) {
      if (this.boxes.has(id)) continue
      this.boxes.set(
        id,
        // Whatever ends it, such as a new credential: the next round reconnects it.
        new SimulatedController(this.server, id, () => this.boxes.delete(id)),
      )
      await noteOfController(this.server, { controllerId: id, kind: 'connected' })
    }
  }

  /** Once a minute at most, as for other controllers. */
  private async writePresence(): Promise<void> {
    await sql`update controller_presence set heard_at = now()
      where controller_id in (select controller_id from simulated_controllers where server = ${this.id})
        and heard_at < now() - interval '1 minute'`.execute(this.server.database)
  }

  async stop(): Promise<void> {
    if (this.boxes.size === 0) return
    for (const id of this.boxes.keys()) {
      await noteOfController(this.server, { controllerId: id, kind: 'disconnected' })
    }
    for (const [id, box] of this.boxes) this.let(id, box)
    await this.server.database
      .deleteFrom('simulated_controllers')
      .where('server', '=', this.id)
      .execute()
  }

  private let(id: string, box: SimulatedController) {
    box.disconnect()
    this.boxes.delete(id)
  }
}

class SimulatedController {
  readonly disconnect: () => void
  private readonly server: Server
  private readonly id: string
  private readonly channels = new Map<number, SimulatedChannel>()

  constructor(server: Server, id: string, ended: () => void) {
    this.server = server
    this.id = id
    this.disconnect = server.connections.connect(id, {
      send: (message) =>
        void this.hear(message).catch((err) =>
          server.app.log.warn({ err }, 'simulated controller failed'),
        ),
      end: ended,
    })
  }

  private async hear(message: ServerMessage) {
    const channel = this.channels.get(message.channel) ?? new SimulatedChannel(message.channel)
    this.channels.set(message.channel, channel)
    const fault = await this.faultOf(message.channel)
    const isPast = (deadline: number) => this.server.clock.now() > deadline
    const said = channel.hear(message, fault, Date.now(), isPast)
    if (said) await this.server.connections.receive(this.id, said)
    if (message.type === 'start') this.sayWhenOff(channel, message.id, fault)
  }

  private sayWhenOff(channel: SimulatedChannel, start: string, fault: Fault | undefined) {
    const { until } = channel
    if (until === undefined || fault === 'silent') return
    setTimeout(() => {
      const said: ControllerMessage = channel.state(null, start, Date.now())
      this.server.connections
        .receive(this.id, said)
        .catch((err) => this.server.app.log.warn({ err }, 'simulated controller failed'))
    }, until - Date.now()).unref()
  }

  private async faultOf(channel: number): Promise<Fault | undefined> {
    const found = await this.server.database
      .selectFrom('simulated_faults')
      .select('fault')
      .where('controller_id', '=', this.id)
      .where('channel', '=', channel)
      .executeTakeFirst()
    return found?.fault
  }
}
