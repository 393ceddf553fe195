interface Switch {
  output: boolean
  timer: { startedAt: number; duration: number } | undefined
  apower: number
  errors: string[]
}
type Frame = Record<string, unknown> & { id: number; method: string; params?: { id?: number } }

const switchOff = (): Switch => ({ output: false, timer: undefined, apower: 0, errors: [] })

/** A Shelly with two switches, as its API is documented, and the test's control over it. */
export class ShellyDevice {
  readonly requests: Frame[] = []
  /** Methods that it executes without an answer, ignores, or rejects. */
  readonly mute = new Set<string>()
  readonly deaf = new Set<string>()
  readonly declines = new Set<string>()
  /** false: it ignores timers. */
  hasTimers = true
  private switches = [switchOff(), switchOff()]
  /** A monotonic counter: fake clocks of a test do not change how long it is on. */
  private bootedAt = performance.now() - 3_600_000
  private laterMs = 0

  get sets(): Frame[] {
    return this.requests.filter(({ method }) => method === 'Switch.Set')
  }

  switch(id = 0): Switch {
    const its = this.switches[id] ?? switchOff()
    const { timer } = its
    if (timer && this.now >= timer.startedAt + timer.duration) {
      Object.assign(its, { output: !its.output, timer: undefined })
    }
    return its
  }

  /** By hand, or by an app: without a timer. */
  turn(output: boolean, id = 0): void {
    Object.assign(this.switch(id), { output, timer: undefined })
  }

  /** Advances its own clock, not that of the test. */
  pass(seconds: number): void {
    this.laterMs += seconds * 1000
  }

  losePower(): void {
    this.switches = [switchOff(), switchOff()]
    this.bootedAt = performance.now()
  }

  /** @returns undefined: no answer */
  hear(frame: Frame): object | undefined {
    this.requests.push(frame)
    const { id, src, method } = frame
    if (this.deaf.has(method)) return undefined
    const its = { id, src: 'shellyplus1pm-a8032ab12345', dst: src }
    if (this.declines.has(method)) {
      return { ...its, error: { code: -114, message: 'Resource unavailable' } }
    }
    const result = this.do(frame)
    if (this.mute.has(method)) return undefined
    return result ? { ...its, result } : { ...its, error: { code: -105, message: 'Not found' } }
  }

  private do({ method, params = {} }: Frame): object | undefined {
    if (method === 'Sys.GetStatus') return this.system()
    if (!this.switches[params.id ?? -1]) return undefined
    return method === 'Switch.Set' ? this.set(params as never) : this.status(params.id)
  }

  private get now(): number {
    return (Date.now() + this.laterMs) / 1000
  }

  private system() {
    const uptime = Math.floor((performance.now() - this.bootedAt) / 1000)
    return { mac: 'A8032AB12345', uptime, unixtime: Math.floor(this.now), restart_required: false }
  }

  private set({ id, on, toggle_after }: { id: number; on: boolean; toggle_after?: number }) {
    const its = this.switch(id)
    const was_on = its.output
    const timer =
      toggle_after && this.hasTimers ? { startedAt: this.now, duration: toggle_after } : undefined
    Object.assign(its, { output: on, timer })
    return { was_on }
  }

  private status(id = 0) {
    const { output, timer, apower, errors } = this.switch(id)
    return {
      id,
      source: 'init',
      output,
      ...(timer && { timer_started_at: timer.startedAt, timer_duration: timer.duration }),
      apower,
      voltage: 230.1,
      current: 0,
      aenergy: { total: 0, by_minute: [0, 0, 0], minute_ts: Math.floor(this.now) },
      temperature: { tC: 41.2, tF: 106.1 },
      ...(errors.length > 0 && { errors }),
    }
  }
}
