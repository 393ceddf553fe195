import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin, seconds } from '../../platform/database/due.ts'

/** A controller that was silent for long is not connected: a killed server recorded no disconnect. */
const isHeard = isWithin(sql`heard_at`, seconds(limits.presenceSeconds))

/**
 * When a controller was last heard, and since when it is connected.
 * @param id SQL of a controller's id
 */
export function presenceColumns(id: RawBuilder<unknown>) {
  const ofController = sql`from controller_presence where controller_presence.controller_id = ${id}`
  return [
    sql<Date | null>`(select connected_at ${ofController}
      and ${isHeard})`.as('connected_since'),
    sql<Date | null>`(select heard_at ${ofController})`.as('heard_at'),
  ] as const
}

/** Counts controllers connected to any server. */
export async function countConnected(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from controller_presence
    where connected_at is not null and ${isHeard}`.execute(database)
  return rows[0]?.count ?? 0
}
