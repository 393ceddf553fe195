import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** What lies further apart was set; less may be brought in line little by little. */
const setMs = 2000
/** Of two clocks that nobody sets. */
const drift = 0.001

/** How far the database's clock is ahead of the counter here, in milliseconds: between these two. */
interface Ahead {
  least: number
  most: number
}

/**
 * The clock of the database, which all servers share and deadlines are written by, without asking it each time:
 * it is measured once in a while, and the counter of this process goes on from there.
 */
export class DatabaseClock {
  private readonly database: Pick<Database, 'getExecutor'>
  private readonly counter: () => number
  private ahead: Ahead
  private measuredAt: number | undefined
  private readonly listeners = new Set<() => void>()

  /** @param counter milliseconds that only count up */
  constructor(database: Pick<Database, 'getExecutor'>, counter = () => performance.now()) {
    this.database = database
    this.counter = counter
    const most = Date.now() - counter()
    this.ahead = { least: most, most }
  }

  /** Whole milliseconds: what it can be at most, so that whoever judges a deadline by it is never late. */
  now(): number {
    return Math.ceil(this.counter() + this.ahead.most)
  }

  /** How far it is ahead of this machine's clock. */
  get aheadMs(): number {
    return this.now() - Date.now()
  }

  /**
   * What it was before that is measured again narrows it down: a slow answer tells little.
   * @returns by how many seconds it was set since the last time; 0 when it was not
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
   * Told when it was set.
   * @returns ends that
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
