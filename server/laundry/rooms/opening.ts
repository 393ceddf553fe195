import type { OpeningHours } from '@coinless/contract/opening-hours.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** On `rooms`. */
export const isRoomOpen = sql<SqlBool>`is_room_open(rooms.opening_hours)`

/** On `rooms`: when an open room closes, at which turns and holds end. null: no opening hours. */
export const closingTime = sql<Date | null>`(
  select upper(period) from opening_periods(rooms.opening_hours) as period where period @> now()
)`

type Opening = OpeningHours & { time_zone: string; is_open: boolean; changes_at: Date | null }

/** Opening hours of a room, and whether it is open now. null: always. */
export async function openingOf(database: Database, roomId: string): Promise<Opening | null> {
  const { rows } = await sql<Opening>`
    select opening_hours ->> 'time_zone' as time_zone, opening_hours -> 'days' as days, ${isRoomOpen} as is_open,
      (
        select min(change) from opening_periods(opening_hours) as period
          cross join lateral (values (lower(period)), (upper(period))) as changes(change)
        where change > now() and change < now() + interval '1 week'
      ) as changes_at
    from rooms where id = ${roomId} and opening_hours is not null`.execute(database)
  return rows[0] ?? null
}
