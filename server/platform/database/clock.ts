import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** A larger gap means that the clock was set; a smaller one may be gradual adjustment. */
const setMs = 2000
/** Maximum relative drift of two clocks that nobody sets. */
const drift = 0.001

/** Bounds of the database clock's lead over the counter of this process, in milliseconds. */
interface Ahead {
  least: number
  most: number
}

/**
 * Estimates the database's clock, which all servers share and deadlines use, without a query each time: it is measured
 * periodically and extrapolated with the counter of this process.
 */
export class DatabaseClock {
  private readonly database: Pick<Database, 'getExecutor'>
  private readonly counter: () => number
  private ahead: Ahead
  private measuredAt: number | undefined
  private readonly listeners = new Set<() => void>()

  /** @param counter monotonic milliseconds */
  constructor(database: Pick<Database, 'getExecutor'>, counter = () => performance.now()) {
    this.database = database
    this.counter = counter
    const most = Date.now() - counter()
    this.ahead = { least: most, most }
  }

  /** Upper bound of the database's time in whole milliseconds, so that a passed deadline never counts as open. */
  now(): number {
    return Math.ceil(this.counter() + this.ahead.most)
  }

  /** Lead over this machine's clock, in milliseconds. */
  get aheadMs(): number {
    return this.now() - Date.now()
  }

  /**
   * Measures the clock. Earlier bounds narrow the result, because a slow answer is imprecise.
   * @returns seconds by which the clock was set since the last measurement; 0 if it was not set
   */
  async measure(): Promise<number> {
    const before = this.counter()
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(
      this.database as Database,
    )
    const now = rows[0]?.now ?? 0
    const found = { least: now - this.counter(), most: now - before }
    const known = this.measuredAt === undefined ? found : this.drifted(before - this.measuredAt)
    this.measuredAt = before
    const gapMs = Math.max(found.least - known.most, 0) || Math.min(found.most - known.least, 0)
    this.ahead =
      gapMs === 0
        ? { least: Math.max(found.least, known.least), most: Math.min(found.most, known.most) }
        : found
    if (Math.abs(gapMs) <= setMs) return 0
    for (const listener of this.listeners) listener()
    return Math.round(gapMs / 1000)
  }

  /**
   * Calls the listener whenever the clock was set.
   * @returns unsubscribes
   */
  onSet(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private drifted(passedMs: number): Ahead {
    const { least, most } = this.ahead
    return { least: least - passedMs * drift, most: most + passedMs * drift }
  }
}
