import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Counts one more of a network within a day: one after the other, so that a burst gets no more, and whoever is refused
 * after it counts for nothing.
 * @returns how many there are with this one
 */
export async function countToday(
  transaction: Database,
  what: 'guests' | 'photos',
  network: string,
): Promise<number> {
  const table = sql.table(`${what}_of_networks`)
  const counted = sql.ref(what)
  const known = sql.ref(`known.${what}`)
  // One that lies ahead was written under another clock.
  const isToday = sql`known.since between now() - interval '1 day' and clock_timestamp()`
  const { rows } = await sql<{ count: number }>`
    insert into ${table} as known (network, ${counted}) values (${network}, 1)
    on conflict (network) do update set
      ${counted} = case when ${isToday} then ${known} + 1 else 1 end,
      since = case when ${isToday} then known.since else now() end
    returning ${counted} as count`.execute(transaction)
  return rows[0]?.count ?? 0
}
