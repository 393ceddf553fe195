/** Number of connections; fewer leave little garbage. */
const leastCount = 1000
const calmMs = 10_000

/** Counts events, and calls back once after many came and then none for ten seconds. */
export class Burst {
  private count = 0
  private calm: NodeJS.Timeout | undefined
  private readonly isOver: () => void

  constructor(isOver: () => void) {
    this.isOver = isOver
  }

  extend(): void {
    this.count++
    if (this.count < leastCount) return
    this.calm ??= setTimeout(() => this.end(), calmMs).unref()
    this.calm.refresh()
  }

  private end(): void {
    this.count = 0
    this.calm = undefined
    this.isOver()
  }
}
