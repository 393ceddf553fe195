import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { aDay, isWithin } from '../../platform/database/due.ts'
import type { Network } from '../request/caller-address.ts'

type Counted = 'guests' | 'photos' | 'creations' | 'mails'

const isToday = isWithin(sql`known.window_started_at`, aDay)

/** @returns whether one of these networks has reached its limit within a day */
export async function isFullToday(
  database: Database,
  what: Counted,
  networks: readonly Network[],
  most: number,
): Promise<boolean> {
  const names = networks.map(({ name }) => name)
  const { rows } = await sql<{ network: string; count: number }>`
    select network, ${sql.ref(what)} as count from ${sql.table(`${what}_per_network`)} as known
    where network = any (${names}::text[]) and ${isToday}`.execute(database)
  return networks.some(({ name, factor }) =>
    rows.some(({ network, count }) => network === name && count >= most * factor),
  )
}

/**
 * Adds to the day's count of each network. Updates are serialized, so that a burst cannot exceed the limit, and roll
 * back with the transaction.
 * @returns whether one of them exceeds its limit
 */
export async function countToday(
  transaction: Database,
  what: Counted,
  networks: readonly Network[],
  most: number,
  more = 1,
): Promise<boolean> {
  const table = sql.table(`${what}_per_network`)
  const counted = sql.ref(what)
  const known = sql.ref(`known.${what}`)
  const names = networks.map(({ name }) => name)
  const { rows } = await sql<{ network: string; count: number }>`
    insert into ${table} as known (network, ${counted})
    select network, ${more}::integer from unnest(${names}::text[]) with ordinality as caller (network, place)
    order by place
    on conflict (network) do update set
      ${counted} = case when ${isToday} then ${known} + ${more} else ${more} end,
      window_started_at = case when ${isToday} then known.window_started_at else now() end
    returning network, ${counted} as count`.execute(transaction)
  return networks.some(({ name, factor }) =>
    rows.some(({ network, count }) => network === name && count > most * factor),
  )
}
