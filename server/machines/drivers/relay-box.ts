import { protocol } from '@coinless/contract/controller-protocol.ts'
import type { Server } from '../../http/request/server.ts'
import type {
  ControllerMessage,
  ServerMessage,
  State,
} from '../../platform/messaging/controller-connections.ts'
import { noteOfController } from '../controllers/events.ts'
import { bootId, isOneBoot } from './boot-id.ts'
import { CommandRefused, NoAnswer, NotSent, type Relay, type RelayStatus } from './relay.ts'
import { type RunningStart, runningStart, takeStart } from './sent-starts.ts'

type Start = Extract<ServerMessage, { type: 'start' }>
type Result = Extract<ControllerMessage, { type: 'answer' }>['result']

/** A start is carried out within 9 seconds, and both sides count in whole seconds. */
const apartSeconds = 15
/** Delay before querying a channel whose box reports a change. */
const lookMs = 2000

interface Channel {
  turn: Promise<void>
  /** Maximum since its last state. */
  watts: number | null
  last: RelayStatus | undefined
  look: NodeJS.Timeout | undefined
}

/**
 * Translates between the messages of docs/integrate/controller-protocol.md and a box that has no ids, no deadlines and no journal
 * (decision 54).
 */
export class RelayBox {
  private readonly server: Pick<Server, 'database' | 'clock' | 'connections' | 'changes'>
  private readonly id: string
  private readonly relay: Relay
  private readonly failed: (error: unknown) => void
  private readonly channels = new Map<number, Channel>()
  private sequence = 0
  private boot = ''
  /** When the boot began, by this process's monotonic counter, which setting a clock does not change. */
  private since = Number.NaN

  /** @param failed called with failures on this side */
  constructor(
    server: Pick<Server, 'database' | 'clock' | 'connections' | 'changes'>,
    id: string,
    relay: Relay,
    failed: (error: unknown) => void,
  ) {
    this.server = server
    this.id = id
    this.relay = relay
    this.failed = failed
  }

  get bootId(): string {
    return this.boot
  }

  /**
   * Call first: a server that has just started learns the boot that another one knew. Then queries the linked channels,
   * including those that were cut short.
   */
  async begin(uptimeSeconds: number): Promise<void> {
    const heardAt = performance.now()
    const { boot, channels } = await this.server.connections.inTurn(() => this.readKnown())
    this.boot = boot
    // A wait must not look like a reboot.
    this.uptime(uptimeSeconds + (performance.now() - heardAt) / 1000)
    for (const channel of channels) this.look(channel)
  }

  private async readKnown() {
    const { database } = this.server
    const known = await database
      .selectFrom('controller_presence')
      .select('boot_id')
      .where('controller_id', '=', this.id)
      .executeTakeFirst()
    const links = await database
      .selectFrom('device_links')
      .select('channel')
      .where('controller_id', '=', this.id)
      .execute()
    return { boot: known?.boot_id ?? '', channels: links.map(({ channel }) => channel) }
  }

  /** Updates the boot id. A reboot may have cut short what was running, so all channels are queried. */
  uptime(seconds: number): void {
    const before = this.boot
    const since = performance.now() - seconds * 1000
    if (!isOneBoot(since, this.since, seconds))
      this.boot = bootId(this.server.clock.now(), seconds, before)
    this.since = since
    if (this.boot !== before) this.lookAtAll()
  }

  hear(message: ServerMessage): void {
    this.inTurn(message.channel, () =>
      message.type === 'start' ? this.start(message) : this.answer(message),
    )
  }

  /** Queries a channel that may have changed, because the box's own messages may be late or wrong. */
  look(number: number): void {
    const channel = this.channel(number)
    channel.look ??= setTimeout(() => {
      channel.look = undefined
      this.inTurn(number, () => this.sayWhatChanged(number))
    }, lookMs)
  }

  lookAtAll(): void {
    for (const number of this.channels.keys()) this.look(number)
  }

  stop(): void {
    for (const { look } of this.channels.values()) clearTimeout(look)
  }

  private channel(number: number): Channel {
    const known = this.channels.get(number)
    if (known) return known
    const made = { turn: Promise.resolve(), watts: null, last: undefined, look: undefined }
    this.channels.set(number, made)
    return made
  }

  /** Runs one task at a time, so that no query falls between the two halves of a start. */
  private inTurn(number: number, work: () => Promise<void>) {
    const channel = this.channel(number)
    channel.turn = channel.turn.then(work).catch((error) => this.wentWrong(error))
  }

  /** Ignores a missing answer, because the cycle asks again. */
  private async wentWrong(error: unknown) {
    if (error instanceof NoAnswer) return
    if (!(error instanceof CommandRefused)) return this.failed(error)
    await this.noteFault(error.message)
  }

  private async noteFault(detail: string) {
    await noteOfController(this.server, { controllerId: this.id, kind: 'fault', detail }).catch(
      this.failed,
    )
  }

  private async start(start: Start) {
    const { id, channel, seconds } = start
    const taken = { id, controllerId: this.id, channel }
    const leftMs = await takeStart(this.server.database, taken, seconds ?? 0)
    if (leftMs === undefined) return
    const until = performance.now() + leftMs
    const result = seconds === undefined ? 'fault' : await this.carryOut(channel, seconds, until)
    if (!result) return
    const said = { type: 'answer', id, channel, result, duplicate: false } as const
    await this.server.connections.receive(this.id, { ...said, boot_id: this.boot })
  }

  /** @returns undefined if the result is unknown */
  private async carryOut(
    channel: number,
    seconds: number,
    until: number,
  ): Promise<Result | undefined> {
    try {
      const before = await this.read(channel)
      if (before.hasFault) return 'fault'
      if (before.isOn) return 'busy'
    } catch (error) {
      await this.wentWrong(error)
      return error instanceof CommandRefused ? 'fault' : 'expired'
    }
    const ms = until - performance.now()
    if (ms <= 0) return 'expired'
    try {
      await this.relay.switchOn(channel, seconds, ms)
    } catch (error) {
      if (error instanceof NotSent) return 'expired'
      if (error instanceof NoAnswer) this.relay.cut()
      await this.wentWrong(error)
      return error instanceof CommandRefused ? 'fault' : undefined
    }
    return this.isSafelyOn(channel)
  }

  /** Whether it is on with a timer that will end it. */
  private async isSafelyOn(channel: number): Promise<Result> {
    const { isOn, timerSeconds } = await this.read(channel)
    if (isOn && timerSeconds !== null) return 'accepted'
    if (isOn) await this.switchOff(channel)
    return 'fault'
  }

  /** Discards an unanswered command, so that it cannot switch off a later start. */
  private async switchOff(channel: number) {
    await this.relay.switchOff(channel).catch((error) => {
      if (error instanceof NoAnswer) this.relay.cut()
      throw error
    })
  }

  private async answer({ type, id, channel, start }: Exclude<ServerMessage, Start>) {
    let status = await this.read(channel)
    let on = await this.startOf(channel, status)
    if (type === 'off' && on === start) {
      await this.switchOff(channel)
      status = await this.read(channel)
      on = await this.startOf(channel, status)
    }
    await this.say(channel, id, status, on)
  }

  private async sayWhatChanged(number: number) {
    const { last } = this.channel(number)
    const status = await this.read(number)
    if (last && last.isOn === status.isOn && last.hasFault === status.hasFault) return
    await this.say(number, null, status, await this.startOf(number, status))
  }

  private async read(number: number): Promise<RelayStatus> {
    const status = await this.relay.status(number)
    const channel = this.channel(number)
    this.uptime(status.uptimeSeconds)
    const isNewFault = status.hasFault && !channel.last?.hasFault
    channel.last = status
    if (isNewFault) await this.noteFault(`channel ${number}`)
    if (status.watts !== null) channel.watts = Math.max(channel.watts ?? 0, status.watts)
    return status
  }

  /**
   * Returns the start that switched it on. An accepted start counts regardless of its timer; an unanswered one must
   * match the timer.
   */
  private async startOf(channel: number, status: RelayStatus): Promise<string | null> {
    if (!status.isOn) return null
    const last = await runningStart(this.server.database, this.id, channel)
    return last && (last.isAccepted || isTimerOf(status, last)) ? last.id : null
  }

  private async say(
    number: number,
    question: string | null,
    status: RelayStatus,
    start: string | null,
  ) {
    const channel = this.channel(number)
    const { isOn, hasFault, remainingSeconds, watts } = status
    // Power from before a relay was off proves nothing.
    const highest = isOn || watts === null ? channel.watts : 0
    channel.watts = null
    const state: State = {
      type: 'state',
      channel: number,
      boot_id: this.boot,
      sequence: ++this.sequence,
      question,
      running: isOn,
      start,
      remaining_seconds: isOn ? remainingSeconds : null,
      watts: highest,
      busy: null,
      fault: hasFault,
      entry: null,
    }
    await this.server.connections.receive(this.id, state)
  }
}

/** Whether the timer has the start's duration and began when it was sent, because others may set timers, too. */
function isTimerOf({ timerSeconds, remainingSeconds }: RelayStatus, start: RunningStart): boolean {
  if (timerSeconds === null || Math.abs(timerSeconds - start.seconds) >= 1) return false
  if (remainingSeconds === null) return true
  return Math.abs(timerSeconds - remainingSeconds - start.sentSecondsAgo) < apartSeconds
}

/** Whether the protocol has this channel number. */
export function isChannel(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= protocol.channels
}
