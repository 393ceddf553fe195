import type {
  ControllerMessage,
  ServerMessage,
  State,
} from '../../server/platform/messaging/controller-connections.ts'
import { questionId } from '../../server/platform/messaging/question-id.ts'

/** A controller, its line and its machine. Seconds count from the payment; those of the machine, from its start. */
export interface BoxBehavior {
  driver: 'agent' | 'generic' | 'shelly' | 'tasmota'
  switching: 'relay' | 'pulses'
  evidence: 'answer' | 'power' | 'busy'
  minutes: number
  /** When the machine draws power, or is busy; null: never. */
  works: readonly [from: number, to: number] | null
  /** Interval of unsolicited states while it runs. */
  stateSeconds: number
  latencySeconds: number
  temper: 'honest' | 'answers nothing' | 'contradicts itself'
  /** When it is offline. */
  dark: readonly [from: number, to: number] | null
  /** It is also without power during this time, so that it boots again afterwards. */
  losesPower: boolean
  chance: number
}

type Entry = NonNullable<State['entry']>
const beatMs = 30_000
const watts = 500

/** A box as described in docs/integrate/controller-protocol.md, or a Shelly or Tasmota behind its driver. */
export class TimedBox {
  private readonly nature: BoxBehavior
  private readonly started: number
  private boot = 'b0'
  private start: { id: string; at: number; until: number; offAt: number | null } | undefined
  private entry: Entry | undefined
  private peak = false
  private worked = false
  private sequence = 0
  private saidAt = 0
  private saidOn = false
  isLit = true
  private wasLit = true
  private lastQuestion: string | null = null
  private seed: number

  constructor(nature: BoxBehavior, started: number) {
    this.nature = nature
    this.started = started
    this.seed = nature.chance
  }

  /** Advances by a second. @returns unsolicited states */
  live(now: number): State[] {
    const { dark, losesPower, stateSeconds } = this.nature
    const seconds = (now - this.started) / 1000
    this.isLit = !dark || seconds < dark[0] || seconds >= dark[1]
    const isCut = losesPower && !this.isLit
    if (isCut && this.wasLit) this.losePower(now)
    const isBack = this.isLit && !this.wasLit
    this.wasLit = this.isLit
    if (this.isOn(now) && this.draws(now) && this.isProtocol) this.note()
    if (!this.isLit) return []
    const isChange = this.isOn(now) !== this.saidOn
    // A board that pulses coins does not know whether something runs.
    const isTalking = this.isOn(now) || this.nature.switching === 'pulses'
    const isDue = this.isProtocol && isTalking && now - this.saidAt >= stateSeconds * 1000
    return isChange || isBack || isDue ? [this.state(now, null, null)] : []
  }

  hear(message: ServerMessage, now: number): ControllerMessage | undefined {
    const { temper, switching, minutes } = this.nature
    if (message.type === 'start') {
      if (temper === 'contradicts itself' && this.draw(4) === 0) return undefined
      const result = now > message.deadline ? 'expired' : 'accepted'
      const isRelay = switching === 'relay'
      // A run started by coins lasts as long as the machine takes.
      const seconds = isRelay ? minutes * 60 : (this.nature.works?.[1] ?? 0)
      const until = now + seconds * 1000
      this.start = { id: message.id, at: now, until, offAt: result === 'accepted' ? null : now }
      this.entry = {
        start: message.id,
        result,
        switched: true,
        ran_seconds: null,
        watts: this.keeps('power') ? 0 : null,
        busy: this.keeps('busy') ? false : null,
      }
      this.saidOn = isRelay
      this.saidAt = now
      const { id, channel } = message
      return { type: 'answer', id, channel, result, duplicate: false, boot_id: this.boot }
    }
    this.lastQuestion = message.id
    if (message.type === 'off' && this.start?.id === message.start && switching === 'relay') {
      if (temper !== 'contradicts itself') this.start.offAt ??= Math.min(now, this.start.until)
    }
    return temper === 'answers nothing' ? undefined : this.state(now, message.id, message.start)
  }

  /** How long the machine had power. */
  ranMs(now: number): number {
    if (!this.start) return 0
    return Math.min(now, this.start.offAt ?? now, this.start.until) - this.start.at
  }
  get hasWorked(): boolean {
    return this.worked
  }

  private get isProtocol(): boolean {
    return this.nature.driver === 'agent' || this.nature.driver === 'generic'
  }

  /** Among boxes, only the agent records its measurements. */
  private keeps(evidence: BoxBehavior['evidence']): boolean {
    return this.nature.driver === 'agent' && this.nature.evidence === evidence
  }

  private isOn(now: number): boolean {
    const { start } = this
    return start !== undefined && start.offAt === null && now < start.until
  }

  private draws(now: number): boolean {
    const { works } = this.nature
    if (!works || !this.start || !this.isOn(now)) return false
    const seconds = (now - this.start.at) / 1000
    const draws = seconds >= works[0] && seconds < works[1]
    this.worked ||= draws
    return draws
  }

  private note() {
    this.peak = true
    if (this.entry && this.keeps('power')) this.entry.watts = watts
    if (this.entry && this.keeps('busy')) this.entry.busy = true
  }

  private losePower(now: number) {
    const ran = this.ranMs(now)
    if (this.start) this.start.offAt ??= now
    this.boot += 'b'
    if (this.nature.driver === 'generic') this.entry = undefined
    else if (this.entry) this.entry.ran_seconds = (Math.floor(ran / beatMs) * beatMs) / 1000
  }

  private state(now: number, question: string | null, about: string | null): State {
    const { driver, evidence, switching, temper } = this.nature
    const isOn = this.isOn(now)
    const isSeen = this.isProtocol ? this.peak || this.draws(now) : this.draws(now)
    this.peak = false
    this.saidAt = now
    this.saidOn = isOn
    if (this.entry && !isOn) this.entry.ran_seconds ??= Math.round(this.ranMs(now) / 1000)
    const isRelay = switching === 'relay'
    const hasEntry = driver === 'agent' || (driver === 'generic' && about !== null)
    const ofPulses = this.entry && !isRelay ? { ...this.entry, ran_seconds: null } : this.entry
    const state: State = {
      type: 'state',
      channel: 1,
      boot_id: this.boot,
      sequence: ++this.sequence,
      question,
      running: isRelay ? isOn : null,
      start: isRelay && isOn ? (this.start?.id ?? null) : null,
      remaining_seconds:
        isRelay && isOn ? Math.ceil(((this.start?.until ?? now) - now) / 1000) : null,
      watts: evidence === 'power' ? (isSeen ? watts : 0) : null,
      busy: evidence === 'busy' ? isSeen : null,
      fault: false,
      entry: hasEntry ? (ofPulses ?? null) : null,
    }
    return temper === 'contradicts itself' ? this.twisted(state, now) : state
  }

  /** Random values, and answers to questions that were never asked. */
  private twisted(state: State, now: number): State {
    const id = this.start?.id ?? ''
    const forged = questionId(now + (this.draw(3) - 1) * 3_600_000, id)
    const isOn = this.draw(3) > 0
    return {
      ...state,
      question: [state.question, this.lastQuestion, forged][this.draw(3)] ?? state.question,
      running: state.running === null ? null : isOn,
      start: isOn ? id : null,
      remaining_seconds: isOn ? this.draw(100_000) : null,
      watts: state.watts === null ? null : this.draw(2) * watts,
      busy: state.busy === null ? null : this.draw(5) > 0,
      fault: this.draw(30) === 0,
      boot_id: `b${this.draw(2)}`,
      entry: state.entry && { ...state.entry, ran_seconds: this.draw(2) ? this.draw(9000) : null },
    }
  }

  private draw(below: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.seed / 2 ** 32) * below)
  }
}
