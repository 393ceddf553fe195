import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

export interface GroupSlot {
  group_id: string
  starts_at: Date
  ends_at: Date
  /** Over, too late to start, or had by the user before. */
  is_past: boolean
}

interface Days {
  /** On `machine_groups`. */
  which: RawBuilder<unknown>
  userId: string
  from: RawBuilder<unknown>
  until: RawBuilder<unknown>
}

/** On `planned` and `rules`: the moment of a time on the room's clock. A skipped one is the end of the skipped hour. */
function momentOf(time: RawBuilder<unknown>) {
  const onClock = (local: RawBuilder<unknown>) => sql`${local} at time zone time_zone`
  const exists = (local: RawBuilder<unknown>) => sql`${onClock(onClock(local))} = ${local}`
  return sql`case when ${exists(time)} then ${onClock(time)} else (
    select min(${onClock(sql`later`)})
    from generate_series(date_bin('15 minutes', ${time}, 'epoch'), ${time} + interval '3 hours', interval '15 minutes') as later
    where later > ${time} and ${exists(sql`later`)}
  ) end`
}

/** On `bookings`: its booker, who cancelled it after its start, gave up its slot. */
export const isGivenUp = sql`(outcome = 'cancelled' and bookings.ended_at >= bookings.starts_at)`

/**
 * Slots that begin on days of the room's clock and last long enough to start a machine: one that the clock skips does
 * not. A slot that a user gave up or missed is not theirs again, or they could keep its machines without paying.
 */
export async function slotsOn(
  database: Database,
  { which, userId, from, until }: Days,
): Promise<GroupSlot[]> {
  const { rows } = await sql<GroupSlot>`
    select machine_groups.id as group_id, slot.starts_at, slot.ends_at,
      last_start <= now() or slot.starts_at <= now() and exists (
        select from bookings
        where bookings.group_id = machine_groups.id and bookings.starts_at = slot.starts_at and user_id = ${userId}
          and (outcome in ('used', 'unused') or ${isGivenUp})
      ) as is_past
    from machine_groups join rooms on rooms.id = room_id
      cross join jsonb_to_record(booking_rules) as rules(time_zone text, last_start_minutes integer, closed jsonb)
      cross join generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as day
      join jsonb_to_recordset(slots) as planned(weekday integer, starts_at time, minutes integer)
        on planned.weekday = extract(isodow from day)
      cross join lateral (
        select day + planned.starts_at as first, day + planned.starts_at + make_interval(mins => planned.minutes) as last
      ) as clock
      cross join lateral (
        select ${momentOf(sql`first`)} as starts_at, ${momentOf(sql`last`)} as ends_at
      ) as slot
      cross join lateral (
        select slot.ends_at - make_interval(mins => last_start_minutes) as last_start
      ) as start
    where machine_groups.deleted_at is null and ${which} and slot.starts_at < last_start and not exists (
      select from jsonb_to_recordset(closed) as period("from" date, until date)
      where day between period."from" and period.until
    )
    order by slot.starts_at`.execute(database)
  return rows
}
