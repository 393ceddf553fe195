import { askMs } from './ending.ts'

/** How long this process has been checking cycles without a pause, and would have received answers. */
export class CheckStreak {
  private since = 0
  private last = Number.NEGATIVE_INFINITY

  /**
   * Call at each check, also when nothing is due. Restarts after a pause of the process or the database.
   * @returns milliseconds of a monotonic clock
   */
  extend(): number {
    const now = performance.now()
    if (now - this.last > askMs) this.since = now
    this.last = now
    return now - this.since
  }
}
