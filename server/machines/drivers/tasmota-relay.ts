import { driverAbilities } from '@coinless/contract/choices.ts'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { z } from 'zod'
import { uptimeMax } from './boot-id.ts'
import { CommandRefused, NoAnswer, NotSent, type Relay, type RelayStatus } from './relay.ts'

const answerMs = protocol.answerSeconds * 1000
/** From this many seconds on, PulseTime counts seconds and adds 100; below, it counts tenths. */
const wholeSecondsFrom = 12
const pulseOffset = 100
const pulseSecondsMax = driverAbilities.mqtt.relayMinutesMax * 60
/** Uptimes are in whole seconds. A later answer does not belong to this query. */
const lateMs = 3000
const drift = 0.0005
/** How long a tripped relay counts as faulty, so that it can be checked before the next payment. */
const trippedMs = 5 * 60 * 1000
/** Sent once, when it switches off all of its relays because a machine exceeds a configured limit. */
const trips = ['MaxPowerReached', 'MaxPowerReachedRetry', 'MaxEnergyReached']

const power = z.enum(['ON', 'OFF'])
const pulse = z.object({ Set: z.number().min(0), Remaining: z.number().min(0) })
const system = z.looseObject({ UptimeSec: z.number().min(0).max(uptimeMax) })
const energy = z.object({ Power: z.union([z.number(), z.array(z.number())]).optional() })
const sensors = z.object({ ENERGY: energy.optional() })

/** Value to find in the messages of one topic. undefined: not in this message. */
interface Sought<Found> {
  topic: string
  find(message: Record<string, unknown>): Found | undefined
}

/** Relays of a Tasmota, by its commands. Answers have no ids, so commands run one at a time. */
export class TasmotaRelay implements Relay {
  readonly cut: () => void
  private readonly send: (command: string, payload: string, ms: number) => boolean
  private readonly waiting = new Set<(topic: string, message: Record<string, unknown>) => boolean>()
  private readonly stops = new Set<() => void>()
  private turn: Promise<unknown> = Promise.resolve()
  private bootedAt: number | undefined
  private seen = { uptime: 0, at: 0 }
  private trippedAt: number | undefined

  /** @param send sends a command that is useless after these milliseconds; false: not sent at all */
  constructor(send: TasmotaRelay['send'], cut: () => void) {
    this.send = send
    this.cut = cut
  }

  /**
   * @param topic such as stat/RESULT
   * @returns false if no pending command asked for it
   * @throws if it is not a JSON object
   */
  hear(topic: string, text: string): boolean {
    const message = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    if (isWarning(topic) && trips.some((name) => name in message)) {
      this.trippedAt = performance.now()
    }
    return [...this.waiting].filter((each) => each(topic, message)).length > 0
  }

  /** Ends pending commands, because no more answers come. */
  stop(): void {
    for (const each of this.stops) each()
  }

  uptime(): Promise<number> {
    return this.inTurn(async () => (await this.system()).UptimeSec)
  }

  status(channel: number): Promise<RelayStatus> {
    return this.inTurn(async () => {
      const [state, timer, watts] = await Promise.all([
        this.system(),
        this.ask(`PulseTime${channel}`, '', pulseOf(channel)),
        this.ask('STATUS', '10', wattsOf(channel)),
      ])
      const isOn = powerOf(state, channel) === 'ON'
      const isTimed = isOn && timer.Remaining > 0
      return {
        isOn,
        timerSeconds: isTimed ? secondsOfPulse(timer.Set) : null,
        remainingSeconds: isTimed ? Math.ceil(secondsOfPulse(timer.Remaining)) : null,
        watts,
        // A relay that is on was switched on after the trip.
        hasFault: !isOn && this.hasTripped(),
        uptimeSeconds: state.UptimeSec,
      }
    })
  }

  async switchOn(channel: number, seconds: number, ms: number): Promise<void> {
    if (seconds > pulseSecondsMax) throw new CommandRefused('too long for PulseTime')
    const until = performance.now() + ms
    return this.inTurn(async () => {
      const value = pulseOf(channel)
      const wanted = seconds < wholeSecondsFrom ? seconds * 10 : seconds + pulseOffset
      const isSet = (found: z.output<typeof pulse>) => found.Set === wanted
      await this.ask(`PulseTime${channel}`, String(wanted), onlyIf(value, isSet)).catch((error) => {
        throw error instanceof NoAnswer ? new NotSent(error.message) : error
      })
      // Messages expire in whole seconds: with less than one left, it could be delivered late.
      const leftMs = until - performance.now()
      if (leftMs < 1000) throw new NotSent('POWER would come too late')
      await this.switch(channel, 'ON', leftMs)
    })
  }

  switchOff(channel: number): Promise<void> {
    return this.inTurn(() => this.switch(channel, 'OFF', answerMs))
  }

  private hasTripped(): boolean {
    return this.trippedAt !== undefined && performance.now() - this.trippedAt < trippedMs
  }

  private async switch(channel: number, to: z.output<typeof power>, ms: number) {
    const find = (message: Record<string, unknown>) =>
      powerOf(message, channel) === to ? true : undefined
    await this.ask(`POWER${channel}`, to, { topic: 'stat/RESULT', find }, ms)
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work)
    this.turn = result.catch(() => {})
    return result
  }

  private system() {
    return this.ask('STATUS', '11', {
      topic: 'stat/STATUS11',
      find: ({ StatusSTS }) => {
        const { data } = system.safeParse(StatusSTS)
        return data && this.isOfNow(data.UptimeSec) ? data : undefined
      },
    })
  }

  /**
   * Whether an uptime is current: it shows when it was sent. Only a box that rebooted has a lower uptime than before.
   */
  private isOfNow(uptime: number): boolean {
    const now = performance.now()
    const bootedAt = now - uptime * 1000
    const hasRestarted = uptime < this.seen.uptime - lateMs / 1000
    if (this.bootedAt !== undefined && !hasRestarted) {
      const latest = this.bootedAt + lateMs + (now - this.seen.at) * drift
      if (bootedAt > latest) return false
    }
    this.bootedAt = hasRestarted ? bootedAt : Math.min(bootedAt, this.bootedAt ?? bootedAt)
    this.seen = { uptime, at: now }
    return true
  }

  private async ask<Found>(
    command: string,
    payload: string,
    { topic, find }: Sought<Found>,
    ms = answerMs,
  ): Promise<Found> {
    const { promise, resolve } = Promise.withResolvers<Found | undefined>()
    const stop = () => resolve(undefined)
    const hear = (its: string, message: Record<string, unknown>) => {
      const found = its === topic ? find(message) : undefined
      if (found !== undefined) resolve(found)
      return found !== undefined
    }
    this.waiting.add(hear)
    this.stops.add(stop)
    const timer = setTimeout(stop, ms)
    try {
      if (!this.send(command, payload, ms)) throw new NotSent(`${command} could not be sent`)
      const found = await promise
      if (found === undefined) throw new NoAnswer(`${command} was not answered`)
      return found
    } finally {
      clearTimeout(timer)
      this.waiting.delete(hear)
      this.stops.delete(stop)
    }
  }
}

/** Warning about any measurement: all relays may be off now. */
export function isWarning(topic: string): boolean {
  return topic === 'stat/WARNING'
}

/** With only one relay, its name has no number. */
function powerOf(message: Record<string, unknown>, channel: number) {
  const named = message[`POWER${channel}`] ?? (channel === 1 ? message.POWER : undefined)
  return power.safeParse(named).data
}

function pulseOf(channel: number): Sought<z.output<typeof pulse>> {
  const find = (message: Record<string, unknown>) =>
    pulse.safeParse(message[`PulseTime${channel}`]).data
  return { topic: 'stat/RESULT', find }
}

function wattsOf(channel: number): Sought<number | null> {
  return {
    topic: 'stat/STATUS10',
    find: ({ StatusSNS }) => {
      const { success, data } = sensors.safeParse(StatusSNS)
      if (!success) return undefined
      const watts = data.ENERGY?.Power
      const its = Array.isArray(watts) ? watts[channel - 1] : watts
      return its === undefined ? null : Math.abs(its)
    },
  }
}

function onlyIf<Found>({ topic, find }: Sought<Found>, isIt: (found: Found) => boolean) {
  const narrowed = (message: Record<string, unknown>) => {
    const found = find(message)
    return found !== undefined && isIt(found) ? found : undefined
  }
  return { topic, find: narrowed }
}

function secondsOfPulse(value: number): number {
  return value < wholeSecondsFrom + pulseOffset ? value / 10 : value - pulseOffset
}
