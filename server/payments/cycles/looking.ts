import { askMs } from './ending.ts'

/** For how long this process has looked after cycles without a pause: meanwhile it would have heard an answer. */
export class Looking {
  private since = 0
  private last = Number.NEGATIVE_INFINITY

  /**
   * At each look, and each time that there is none to be made. One that comes late after a pause, in which the process
   * or the database was away, begins anew.
   * @returns milliseconds, by a clock that nobody sets
   */
  goesOn(): number {
    const now = performance.now()
    if (now - this.last > askMs) this.since = now
    this.last = now
    return now - this.since
  }
}
