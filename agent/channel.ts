import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { fromController } from '@coinless/contract/controller-protocol.ts'
import type { z } from 'zod'
import { readInput } from './inputs.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { ChannelSettings } from './settings.ts'
import type { Start, Switch } from './switch.ts'

export type Answer = z.infer<typeof fromController.answer>
export type State = z.infer<typeof fromController.state>
type Measured = Pick<State, 'running' | 'watts' | 'busy' | 'fault'>

const beatSeconds = 30

interface Parts {
  number: number
  wiring: Switch
  inputs: Pick<ChannelSettings, 'busy' | 'door'>
  journal: Journal
  boot: { id: string; sequence: number }
}

/** One machine. Runs its commands in sequence. */
export class Channel {
  readonly #parts: Parts
  #run: { entry: JournalEntry; since: number; seconds: number; timer: NodeJS.Timeout } | undefined
  #sendingUntil = 0
  /** Incremented when a run begins or ends, however short it was. */
  changes = 0
  #isBroken = false
  /** Maximum since the last state. */
  #watts: number | null = null
  #busy: boolean | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Switches off whatever was on: a restart resumes nothing. */
  clear(): Promise<void> {
    return this.#inTurn(() => this.#switchOff())
  }

  start(start: Start, isPast: (deadline: number) => boolean): Promise<Answer> {
    return this.#inTurn(async () => {
      const { journal, number, boot } = this.#parts
      const known = journal.find(start.id)
      const result = known?.result ?? (await this.#begin(start, isPast))
      return {
        type: 'answer',
        id: start.id,
        channel: number,
        result,
        duplicate: known !== undefined,
        boot_id: boot.id,
      }
    })
  }

  /** Switches off only if this start switched it on. */
  off(question: string, start: string): Promise<State> {
    return this.#inTurn(async () => {
      if (this.#run?.entry.start === start) await this.#switchOff()
      return this.#state(question, start)
    })
  }

  /** @param start null: the last one, which may have been cut short */
  state(question: string | null, start: string | null = null): Promise<State> {
    return this.#inTurn(() => this.#state(question, start))
  }

  /** @returns the current measurement, without resetting the maximum since the last state */
  look(): Promise<Measured> {
    return this.#inTurn(() => this.#measure())
  }

  get isActive(): boolean {
    return this.#run !== undefined || this.#busy === true
  }

  async #begin(start: Start, isPast: (deadline: number) => boolean): Promise<Answer['result']> {
    const entry = (result: Answer['result']): JournalEntry => ({
      start: start.id,
      channel: this.#parts.number,
      result,
      switched: result === 'accepted' ? null : false,
      ran_seconds: null,
      watts: null,
      busy: null,
      on_seconds: start.pulses ? null : 0,
    })
    const refusal = isPast(start.deadline) ? 'expired' : await this.#obstacle(start)
    // A start that cannot be recorded is not carried out.
    if (!this.#note(entry(refusal ?? 'accepted'))) return 'fault'
    if (refusal) return refusal
    // A slow disk may have used up the remaining time.
    if (isPast(start.deadline)) {
      this.#note(entry('expired'))
      return 'expired'
    }
    try {
      if (start.pulses) await this.#pulse(start.pulses, entry('accepted'))
      else await this.#switchOn(start.seconds ?? 1, entry('accepted'))
      return 'accepted'
    } catch (error) {
      console.error(`Channel ${this.#parts.number}: ${(error as Error).message}`)
      await this.#switchOff()
      this.#note({ ...entry('fault'), switched: null })
      return 'fault'
    }
  }

  async #obstacle({ pulses }: Start): Promise<'busy' | 'door' | 'fault' | undefined> {
    const { wiring, inputs } = this.#parts
    if (pulses && !wiring.pulse) return 'fault'
    const { running, busy, fault } = await this.#measure()
    if (fault) return 'fault'
    if (running || busy || performance.now() < this.#sendingUntil) return 'busy'
    if (inputs.door && (await readInput(inputs.door))) return 'door'
    return undefined
  }

  async #switchOn(seconds: number, entry: JournalEntry) {
    await this.#parts.wiring.on(seconds)
    const timer = setInterval(() => this.#beat(), beatSeconds * 1000)
    this.#run = { entry: { ...entry, switched: true }, since: performance.now(), seconds, timer }
    this.#parts.journal.write(this.#run.entry)
    this.changes += 1
    const end = setTimeout(() => void this.#inTurn(() => this.#over(entry.start)), seconds * 1000)
    end.unref()
  }

  async #pulse(pulses: NonNullable<Start['pulses']>, entry: JournalEntry) {
    const { wiring } = this.#parts
    const { count, pulse_ms, gap_ms } = pulses
    this.#sendingUntil = performance.now() + count * (pulse_ms + gap_ms)
    const sending = await wiring.pulse?.(pulses)
    // If it fails, the number of pulses sent is unknown.
    void sending?.sent.then(
      () => this.#note({ ...entry, switched: true }),
      () => {
        this.#isBroken = true
      },
    )
  }

  /** @returns whether it is on disk; a failing disk ends no run */
  #note(entry: JournalEntry): boolean {
    try {
      this.#parts.journal.write(entry)
      return true
    } catch (error) {
      console.error(
        `Channel ${this.#parts.number}: cannot write the journal: ${(error as Error).message}`,
      )
      return false
    }
  }

  #beat() {
    if (!this.#run) return
    this.#run.entry.on_seconds = this.#ranSeconds()
    this.#note(this.#run.entry)
  }

  #ranSeconds(): number {
    const { since, seconds } = this.#run ?? { since: performance.now(), seconds: 0 }
    return Math.min(Math.round((performance.now() - since) / 1000), seconds)
  }

  async #over(start: string) {
    if (this.#run?.entry.start === start) await this.#switchOff()
  }

  async #switchOff(): Promise<void> {
    try {
      await this.#parts.wiring.off()
      this.#isBroken = false
      this.#ended(this.#ranSeconds())
    } catch (error) {
      this.#isBroken = true
      console.error(`Channel ${this.#parts.number}: ${(error as Error).message}`)
    }
  }

  #ended(ran_seconds: number) {
    if (!this.#run) return
    clearInterval(this.#run.timer)
    this.#note({ ...this.#run.entry, ran_seconds })
    this.#run = undefined
    this.changes += 1
  }

  async #state(question: string | null, start: string | null): Promise<State> {
    const { number, boot, journal } = this.#parts
    const measured = await this.#measure()
    const run = this.#run
    if (run) this.#note(run.entry)
    const entry = start ? journal.find(start) : question ? undefined : journal.lastOf(number)
    const { channel: _, on_seconds: __, ...shown } = entry ?? ({} as JournalEntry)
    boot.sequence += 1
    this.#watts = null
    this.#busy = null
    return {
      type: 'state',
      channel: number,
      boot_id: boot.id,
      sequence: boot.sequence,
      question,
      ...measured,
      start: run?.entry.start ?? null,
      remaining_seconds: run ? run.seconds - this.#ranSeconds() : null,
      entry: entry ? shown : null,
    }
  }

  async #measure(): Promise<Measured> {
    const { wiring, inputs, boot } = this.#parts
    let isFault = this.#isBroken
    const read = async <T>(reading: Promise<T> | undefined) =>
      (await reading?.catch(() => {
        isFault = true
        return undefined
      })) ?? null
    const isOn = (await read(wiring.isOn())) ?? this.#run !== undefined
    const [watts, busy] = await Promise.all([
      read(wiring.watts?.()),
      read(inputs.busy && readInput(inputs.busy)),
    ])
    if (watts !== null && watts >= 0) this.#watts = Math.max(this.#watts ?? 0, watts)
    if (busy !== null) this.#busy = busy || this.#busy === true
    const run = this.#run
    if (run && isOn) {
      run.entry.on_seconds = this.#ranSeconds()
      run.entry.watts =
        this.#watts === null ? run.entry.watts : Math.max(run.entry.watts ?? 0, this.#watts)
      run.entry.busy = this.#busy === null ? run.entry.busy : this.#busy || run.entry.busy === true
    }
    if (run && !isOn && !isFault) {
      const isOver = this.#ranSeconds() >= run.seconds
      if (!isOver && (await read(wiring.lostPower?.(this.#ranSeconds())))) boot.id = randomUUID()
      this.#ended(isOver ? run.seconds : (run.entry.on_seconds ?? 0))
    }
    return { running: isOn, watts: this.#watts, busy: this.#busy, fault: isFault }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}
