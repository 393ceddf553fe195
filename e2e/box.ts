import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import type { WithCredential } from '@coinless/contract/controllers.ts'
import type { DeviceLink } from '@coinless/contract/device-links.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { expect } from '@playwright/test'
import { idleState } from '../test/servers/idle-state.ts'
import type { Person } from './person.ts'

type Told = { type: string; id: string; channel: number; start?: string | null }

/** A controller that a test simulates: it connects like a real one and sends what the test says. */
export class Box {
  /** Its answer to a start; null: none, nor to later questions until `answer`. */
  answers: 'accepted' | 'door' | 'fault' | null = 'accepted'
  /** The state of its channel when asked; null: no answer. */
  state: Record<string, unknown> | null = { running: false }
  readonly starts: Told[] = []
  private readonly socket: WebSocket
  private sequence = 0
  private readonly boot: string
  private readonly signs: NodeJS.Timeout

  private constructor(credential: string, boot: string) {
    this.boot = boot
    this.socket = new WebSocket(`${process.env.COINLESS_URL}${protocol.path}`, {
      headers: { authorization: `Bearer ${credential}` },
    } as never)
    const ping = () => this.send({ type: 'ping', id: randomUUID() })
    this.signs = setInterval(ping, protocol.pingSeconds * 1000).unref()
    this.socket.addEventListener('message', ({ data }) => this.hear(JSON.parse(String(data))))
  }

  /**
   * @param state its answer to the first question
   * @param boot changes after a power failure
   * @returns once the server accepts it
   */
  static async connect(
    { credential }: Pick<WithCredential, 'credential'>,
    state: Box['state'] = { running: false },
    boot = 'b1',
  ): Promise<Box> {
    const box = new Box(credential, boot)
    box.state = state
    await once(box.socket, 'open')
    const welcome = once(box.socket, 'message')
    box.send({ type: 'hello', versions: [1], boot_id: boot, channels: [1] })
    await welcome
    return box
  }

  /** Answers the last start, late. */
  answer(result: 'accepted' | 'door' | 'fault'): void {
    const start = this.starts.at(-1)
    expect(start).toBeDefined()
    if (result === 'accepted') this.state = { running: true, start: start?.id }
    this.send({
      type: 'answer',
      id: start?.id,
      channel: 1,
      result,
      duplicate: false,
      boot_id: this.boot,
    })
  }

  async disconnect(): Promise<void> {
    clearInterval(this.signs)
    const closed = once(this.socket, 'close')
    this.socket.close()
    await closed
  }

  private hear(told: Told): void {
    if (told.type === 'start') {
      this.starts.push(told)
      if (this.answers) this.answer(this.answers)
      else this.state = null
    }
    if (told.type === 'off') this.state = { running: false }
    if (['ask', 'off'].includes(told.type) && this.state) this.say(told.id)
  }

  /** Sends its state, unasked or as an answer. */
  say(question: string | null = null): void {
    this.send({
      ...idleState,
      boot_id: this.boot,
      sequence: ++this.sequence,
      question,
      ...this.state,
    })
  }

  private send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }
}

/** A device on a connected controller. */
export async function makeMachine(
  landlord: Person,
  wiring: Partial<DeviceLink> = {},
  facts: Partial<Device> = {},
) {
  const device = await landlord.addDevice(facts)
  const controller = await landlord.addController()
  await landlord.link(device, controller, wiring)
  return { device, controller, box: await Box.connect(controller) }
}
