import { complain } from '../http/observability/journal.ts'
import { LastingError, SettingError } from '../platform/config/setting-error.ts'

type Stop = () => Promise<unknown>

/** SIGHUP comes when the window of a terminal is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** npm passes on what the terminal, or whoever signals a whole group, has sent us already. */
const sameSignalMs = 2_000

/**
 * What a program has started, and ends in reverse order: at a signal, or when something stands in its
 * way. A second signal, unless it is an echo of the first, waits for nobody's calls any more.
 */
export class Lifetime {
  private readonly stops: { stop: Stop; isSkippable: boolean }[] = []
  private readonly hurry = Promise.withResolvers<void>()
  private readonly codeAtSignal: number
  private readonly lastingCode: number
  private endingSince: number | undefined
  private ended = Promise.resolve()

  /**
   * @param codeAtSignal what the program exits with when a signal ends it
   * @param lastingCode and when a LastingError does
   */
  constructor(codeAtSignal: number, lastingCode = 1) {
    this.codeAtSignal = codeAtSignal
    this.lastingCode = lastingCode
    for (const signal of signals) process.on(signal, () => this.endBySignal())
  }

  /** To be ended even by somebody in a hurry: it would go on without us. */
  defer(stop: Stop): void {
    this.stops.push({ stop, isSkippable: false })
  }

  /** To be ended by waiting for calls in flight. */
  deferPatiently(stop: Stop): void {
    this.stops.push({ stop, isSkippable: true })
  }

  /** What stands in the way of `work` is said, in one line where it is a setting, and ends the program. */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.endingSince) return
      complain(error instanceof SettingError ? error.message : error)
      await this.end()
      exit(error instanceof LastingError ? this.lastingCode : 1)
    }
  }

  /** Whoever else ends it meanwhile waits as well: the program exits once all of it has ended. */
  end(): Promise<void> {
    this.endingSince ??= Date.now()
    this.ended = this.ended.then(() => this.stopAll())
    return this.ended
  }

  private async stopAll(): Promise<void> {
    for (let next = this.stops.pop(); next; next = this.stops.pop()) {
      const stopped = next.stop().catch(complain)
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

/** A thread that hangs in a folder of another machine keeps a process from its end: the next signal ends it at once. */
function exit(code: number): never {
  for (const signal of signals) process.removeAllListeners(signal)
  process.exit(code)
}
