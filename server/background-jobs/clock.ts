import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Less may come from a slow answer, or from a clock that is brought in line little by little. */
const toleratedSeconds = 30

/**
 * Notices when the database's clock, by which everything that has a time is judged, was set: then it
 * goes on otherwise than the time that has passed here.
 * @returns a function that says by how many seconds since the last time; 0 when it was not
 */
export function clockWatch(
  database: Pick<Database, 'getExecutor'>,
  steadySeconds = () => performance.now() / 1000,
): () => Promise<number> {
  let last: number | undefined
  return async () => {
    const before = last
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from clock_timestamp())::float8 as seconds`.execute(database as Database)
    last = (rows[0]?.seconds ?? 0) - steadySeconds()
    const jump = Math.round(last - (before ?? last))
    return Math.abs(jump) > toleratedSeconds ? jump : 0
  }
}
