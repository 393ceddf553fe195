import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

export interface GroupSlot {
  group_id: string
  starts_at: Date
  ends_at: Date
  /** Over, or too late to start. */
  is_past: boolean
}

interface Days {
  /** On `machine_groups`. */
  which: RawBuilder<unknown>
  from: RawBuilder<unknown>
  until: RawBuilder<unknown>
}

/**
 * Slots that begin on days of the room's clock. One whose start and end are the same moment, because the clock skips it,
 * does not exist.
 */
export async function slotsOn(
  database: Database,
  { which, from, until }: Days,
): Promise<GroupSlot[]> {
  const { rows } = await sql<GroupSlot>`
    select machine_groups.id as group_id, slot.starts_at, slot.ends_at,
      slot.ends_at - make_interval(mins => last_start_minutes) <= now() as is_past
    from machine_groups join rooms on rooms.id = room_id
      cross join jsonb_to_record(booking_rules) as rules(time_zone text, last_start_minutes integer, closed jsonb)
      cross join generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as day
      join jsonb_to_recordset(slots) as planned(weekday integer, starts_at time, minutes integer)
        on planned.weekday = extract(isodow from day)
      cross join lateral (
        select (day + planned.starts_at) at time zone time_zone as starts_at,
          (day + planned.starts_at + make_interval(mins => planned.minutes)) at time zone time_zone as ends_at
      ) as slot
    where machine_groups.deleted_at is null and ${which} and slot.starts_at < slot.ends_at and not exists (
      select from jsonb_to_recordset(closed) as period("from" date, until date)
      where day between period."from" and period.until
    )
    order by slot.starts_at`.execute(database)
  return rows
}
