import { writeStartupError } from '../http/observability/journal.ts'
import { LastingError, SettingError } from '../platform/config/setting-error.ts'

type Stop = () => Promise<unknown>

/** A terminal sends SIGHUP when its window is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** npm forwards a signal that we already received, if the terminal or another program signaled the process group. */
const sameSignalMs = 2_000

/**
 * Stops the started parts of a program in reverse order, on a signal or an error. A second signal, unless it repeats
 * the first, skips waiting for requests in flight.
 */
export class Lifetime {
  private readonly stops: { stop: Stop; isSkippable: boolean }[] = []
  private readonly hurry = Promise.withResolvers<void>()
  private readonly codeAtSignal: number
  private readonly lastingCode: number
  private endingSince: number | undefined
  private ended = Promise.resolve()

  /**
   * @param codeAtSignal exit code after a signal
   * @param lastingCode exit code after a LastingError
   */
  constructor(codeAtSignal: number, lastingCode = 1) {
    this.codeAtSignal = codeAtSignal
    this.lastingCode = lastingCode
    for (const signal of signals) process.on(signal, () => this.endBySignal())
  }

  /** Registers a stop that a second signal does not skip, because the part would outlive this process. */
  defer(stop: Stop): void {
    this.stops.push({ stop, isSkippable: false })
  }

  /** Registers a stop that waits for requests in flight, which a second signal skips. */
  deferPatiently(stop: Stop): void {
    this.stops.push({ stop, isSkippable: true })
  }

  /** Runs `work`. Reports an error, in one line if it is a SettingError, and ends the program. */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.endingSince) return
      writeStartupError(error instanceof SettingError ? error.message : error)
      await this.end()
      exit(error instanceof LastingError ? this.lastingCode : 1)
    }
  }

  /** Stops everything. Concurrent calls also wait, so that the program exits only after all parts have stopped. */
  end(): Promise<void> {
    this.endingSince ??= Date.now()
    this.ended = this.ended.then(() => this.stopAll())
    return this.ended
  }

  private async stopAll(): Promise<void> {
    for (let next = this.stops.pop(); next; next = this.stops.pop()) {
      const stopped = next.stop().catch(writeStartupError)
      await (next.isSkippable ? Promise.race([stopped, this.hurry.promise]) : stopped)
    }
  }

  private endBySignal() {
    if (this.endingSince) {
      if (Date.now() - this.endingSince > sameSignalMs) this.hurry.resolve()
      return
    }
    void this.end().then(() => exit(this.codeAtSignal))
  }
}

/** A thread blocked on a network folder keeps the process from exiting: the next signal ends it at once. */
function exit(code: number): never {
  for (const signal of signals) process.removeAllListeners(signal)
  process.exit(code)
}
