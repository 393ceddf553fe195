import { randomBytes } from 'node:crypto'
import type { Device } from '@coinless/contract/devices.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type {
  CloseCode,
  ControllerConnections,
  ControllerMessage,
  ServerMessage,
  State,
} from '../../server/platform/messaging/controller-connections.ts'
import { idleState } from '../servers/idle-state.ts'
import { passedTime } from '../servers/passed-time.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

interface Wiring {
  switching?: 'relay' | 'pulses'
  evidence?: 'answer' | 'power' | 'busy'
  gives_back_unused?: boolean
}

/** A controller's channel that switches a device, with answers set by the test. */
export class Machine {
  readonly controllerId: string
  readonly linkId: string
  readonly told: ServerMessage[] = []
  readonly ended: CloseCode[] = []
  /** Its answer to a question; null: none. */
  state: Partial<State> | null = {}
  private readonly connections: ControllerConnections
  private sequence = 0
  private readonly saying = new Set<Promise<void>>()
  private turn: Promise<void> = Promise.resolve()

  constructor(connections: ControllerConnections, controllerId: string, linkId: string) {
    this.connections = connections
    this.controllerId = controllerId
    this.linkId = linkId
    connections.connect(controllerId, {
      send: (message) => {
        this.told.push(message)
        if (message.type !== 'start' && this.state) this.reply(message.id)
      },
      end: (code) => void this.ended.push(code),
    })
  }

  get starts() {
    return this.told.filter((message) => message.type === 'start')
  }

  private reply(question: string) {
    const said = this.say({ question }).finally(() => this.saying.delete(said))
    this.saying.add(said)
  }

  /** Waits until all questions are answered, and the answers handled. */
  async quiet(): Promise<void> {
    while (this.saying.size > 0) await Promise.all(this.saying)
  }

  /** Answers the last start; the first may come from another server. */
  async answer(
    result: 'accepted' | 'busy' | 'door' | 'expired' | 'fault',
    duplicate = false,
  ): Promise<void> {
    await expect.poll(() => this.starts.length).toBeGreaterThan(0)
    const [start] = this.starts.slice(-1)
    return this.hear({
      type: 'answer',
      id: start?.id ?? '',
      channel: 1,
      result,
      duplicate,
      boot_id: 'b1',
    })
  }

  switchOff(): void {
    this.state = { running: false }
  }

  say(facts: Partial<State> = {}): Promise<void> {
    this.sequence++
    return this.hear({
      ...idleState,
      sequence: this.sequence,
      question: null,
      ...this.state,
      ...facts,
    })
  }

  /** In sequence, like messages of one connection. */
  private hear(message: ControllerMessage): Promise<void> {
    const heard = this.turn.then(() => this.connections.receive(this.controllerId, message))
    this.turn = heard.catch(() => {})
    return heard
  }
}

/** A machine linked to channel 1 of a controller that is connected to one of the servers. */
export async function makeMachine(
  { database, parts, machines }: TestApp,
  owner: TestUser,
  device: Device,
  { switching = 'relay', evidence = 'answer', gives_back_unused = false }: Wiring = {},
  connections: ControllerConnections = parts.connections,
): Promise<Machine> {
  const controller = await database
    .insertInto('controllers')
    .values({
      owner_id: owner.id,
      name: 'Laundry room',
      driver: 'coinless',
      credential_hash: randomBytes(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isPulses = switching === 'pulses'
  const link = await database
    .insertInto('device_links')
    .values({
      device_id: device.id,
      controller_id: controller.id,
      channel: 1,
      switching,
      pulse_ms: isPulses ? 50 : null,
      gap_ms: isPulses ? 100 : null,
      evidence,
      watts_mark: evidence === 'power' ? sql`10` : null,
      gives_back_unused,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const machine = new Machine(connections, controller.id, link.id)
  machines.push(machine)
  return machine
}

/** Moves everything about one cycle into the past by this time. */
export async function passTime({ asOwner }: TestApp, cycleId: string, seconds: number) {
  await asOwner(passedTime(cycleId, seconds))
}

/** As if half an hour had passed since the payments of the open cycles at a machine. */
export async function endCycles(server: TestApp, { id }: Pick<Device, 'id'>) {
  const { rows } = await sql<{ id: string }>`
    select id from cycles where device_id = ${id} and ended_at is null`.execute(server.database)
  for (const cycle of rows) await passTime(server, cycle.id, 31 * 60)
}
