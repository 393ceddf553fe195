import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import type {
  ControllerMessage,
  ServerMessage,
  State,
} from '../../platform/messaging/controller-connections.ts'

/** silent: sends nothing. refuses: its door is open. dies: loses power after half of the time. */
export type Fault = 'silent' | 'refuses' | 'dies'

type Start = Extract<ServerMessage, { type: 'start' }>
type Result = Extract<ControllerMessage, { type: 'answer' }>['result']

interface Entry {
  result: Result
  since: number
  until: number
}

/** Seconds that one coin pulse buys here. */
const secondsOfPulse = 60

/** A channel that has a relay with its own timer and a journal, as docs/integrate/controller-protocol.md requires. */
export class SimulatedChannel {
  private readonly channel: number
  private readonly journal = new Map<string, Entry>()
  private boot = randomUUID()
  private diesAt: number | undefined
  private current: string | undefined
  private sequence = 0
  private last: string | null = null
  /** Ids of starts that switched something on, once per switch. */
  readonly switchedOn: string[] = []

  constructor(channel: number) {
    this.channel = channel
  }

  /**
   * @param now monotonic milliseconds
   * @param isPast whether a deadline has passed by the server's clock
   */
  hear(
    message: ServerMessage,
    fault: Fault | undefined,
    now: number,
    isPast: (deadline: number) => boolean,
  ): ControllerMessage | undefined {
    this.live(now)
    if (fault === 'silent') return undefined
    if (message.type === 'start') return this.start(message, fault, now, isPast)
    if (message.type === 'off' && message.start === this.current) this.off(now)
    return this.state(message.id, message.start, now)
  }

  /** Switches off by hand, at the machine. */
  switchOff(now: number): void {
    this.live(now)
    this.off(now)
  }

  /** Keeps only the journal. */
  losePower(now: number): void {
    this.switchOff(now)
    this.boot = randomUUID()
    this.sequence = 0
  }

  get bootId(): string {
    return this.boot
  }

  /** Milliseconds that a start has run until now. */
  ranMs(start: string, now: number): number {
    this.live(now)
    const entry = this.journal.get(start)
    if (entry?.result !== 'accepted') return 0
    return Math.min(now, entry.until) - entry.since
  }

  /** Unsolicited state, also about the last start, which may have been cut short. */
  news(now: number): State {
    return this.state(null, this.last, now)
  }

  /** When it reports that it is off; undefined while it is off. */
  get until(): number | undefined {
    return this.current ? this.journal.get(this.current)?.until : undefined
  }

  state(question: string | null, about: string | null, now: number): State {
    this.live(now)
    const entry = about === null ? undefined : this.journal.get(about)
    const { until } = this
    const isOn = until !== undefined
    return {
      type: 'state',
      channel: this.channel,
      boot_id: this.boot,
      sequence: ++this.sequence,
      question,
      running: isOn,
      start: this.current ?? null,
      remaining_seconds: isOn ? Math.ceil((until - now) / 1000) : null,
      watts: isOn ? 500 : 0,
      busy: isOn,
      fault: false,
      entry:
        entry && about ? { start: about, ...this.counted(entry, about === this.current) } : null,
    }
  }

  private write(start: string, entry: Entry) {
    this.journal.set(start, entry)
    const [oldest] = this.journal.keys()
    if (oldest && this.journal.size > protocol.journal) this.journal.delete(oldest)
  }

  private counted({ result, since, until }: Entry, isOn: boolean) {
    const wasOn = result === 'accepted'
    return {
      result,
      switched: wasOn,
      ran_seconds: isOn ? null : Math.floor((until - since) / 1000),
      watts: wasOn ? 500 : 0,
      busy: wasOn,
    }
  }

  private start(
    message: Start,
    fault: Fault | undefined,
    now: number,
    isPast: (deadline: number) => boolean,
  ): ControllerMessage {
    const before = this.journal.get(message.id)
    const result = before?.result ?? this.judge(fault, isPast(message.deadline))
    if (!before) this.keep(message, result, fault, now)
    return {
      type: 'answer',
      id: message.id,
      channel: this.channel,
      result,
      duplicate: before !== undefined,
      boot_id: this.boot,
    }
  }

  private judge(fault: Fault | undefined, isTooLate: boolean): Result {
    if (isTooLate) return 'expired'
    if (this.current) return 'busy'
    return fault === 'refuses' ? 'door' : 'accepted'
  }

  private keep(message: Start, result: Result, fault: Fault | undefined, now: number) {
    const seconds = message.seconds ?? (message.pulses?.count ?? 0) * secondsOfPulse
    const ms = result === 'accepted' ? seconds * 1000 : 0
    const until = now + (fault === 'dies' ? ms / 2 : ms)
    this.write(message.id, { result, since: now, until })
    this.last = message.id
    if (ms === 0) return
    this.switchedOn.push(message.id)
    this.current = message.id
    if (fault === 'dies') this.diesAt = until
  }

  private live(now: number) {
    if (this.until === undefined || now < this.until) return
    if (this.diesAt === this.until) this.boot = randomUUID()
    this.current = undefined
  }

  private off(now: number) {
    const entry = this.current && this.journal.get(this.current)
    if (entry) entry.until = now
    this.current = undefined
  }
}
