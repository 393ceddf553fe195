import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

type Counted = 'guests' | 'photos'

// One that lies ahead was written under another clock.
const isToday = sql`known.since between now() - interval '1 day' and clock_timestamp()`

/** @returns how many were counted of a network within a day */
export async function readToday(
  database: Database,
  what: Counted,
  network: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.ref(what)} as count
    from ${sql.table(`${what}_of_networks`)} as known
    where network = ${network} and ${isToday}`.execute(database)
  return rows[0]?.count ?? 0
}

/**
 * Counts one more of a network within a day: one after the other, so that a burst gets no more, and whoever is refused
 * after it counts for nothing.
 * @returns how many there are with this one
 */
export async function countToday(
  transaction: Database,
  what: Counted,
  network: string,
): Promise<number> {
  const table = sql.table(`${what}_of_networks`)
  const counted = sql.ref(what)
  const known = sql.ref(`known.${what}`)
  const { rows } = await sql<{ count: number }>`
    insert into ${table} as known (network, ${counted}) values (${network}, 1)
    on conflict (network) do update set
      ${counted} = case when ${isToday} then ${known} + 1 else 1 end,
      since = case when ${isToday} then known.since else now() end
    returning ${counted} as count`.execute(transaction)
  return rows[0]?.count ?? 0
}
