import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import type { UsageQuestion, UsageRoom } from '@coinless/contract/usage.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import type { Period } from './periods.ts'
import { machines } from './usage-machines.ts'

/** On alias `joined`: minutes to its first turn that was used or missed. */
const waitMinutes = sql`(
  select extract(epoch from turn.created_at - joined.created_at)::float8 / 60
  from machine_holds as turn
  where turn.queue_entry_id = joined.id and outcome in ('used', 'unused')
  order by turn.created_at limit 1
)`

const waitOf = (share: number) =>
  sql`round((percentile_cont(${sql.lit(share)}) within group (order by wait))::numeric, 1)::float8`

/**
 * Queue entries, holds and bookings of the period, by room and type of the machines now. Each part has an index, and one row for
 * each room and type.
 */
export async function usageRooms(
  database: Database,
  whose: Payee | 'all',
  question: UsageQuestion,
  period: Period,
): Promise<UsageRoom[]> {
  const { rows } = await sql<UsageRoom>`
    with machine as materialized (
      select * from ${machines(whose, question, period)} as own
      where since < before and room_id is not null
    ),
    line as (
      select room_id, device_type, min(since) as since, max(before) as before from machine group by 1, 2
    ),
    entries as (
      select line.room_id, line.device_type, count(*)::integer as joined,
        (count(*) filter (where outcome = 'served'))::integer as served,
        (count(*) filter (where outcome = 'missed'))::integer as missed,
        (count(*) filter (where outcome = 'left'))::integer as left_line,
        ${waitOf(0.5)} as median_wait_minutes, ${waitOf(0.9)} as p90_wait_minutes
      from line join queue_entries as joined
          on (joined.room_id, joined.device_type) = (line.room_id, line.device_type)
          and joined.created_at >= since and joined.created_at < before
        cross join lateral (select ${waitMinutes} as wait) as waited
      group by 1, 2
    ),
    holds as (
      select room_id, device_type, count(*)::integer as holds,
        (count(*) filter (where outcome = 'used'))::integer as holds_used,
        (count(*) filter (where outcome = 'unused'))::integer as holds_unused
      from machine join machine_holds as hold on hold.device_id = machine.id
          and hold.queue_entry_id is null and hold.booking_id is null
          and hold.created_at >= since and hold.created_at < before
      group by 1, 2
    ),
    booked as (
      select machine.room_id, device_type, count(distinct bookings.id)::integer as bookings,
        (count(distinct bookings.id) filter (where outcome = 'unused'))::integer as bookings_unused
      from machine join machine_groups on machine_groups.room_id = machine.room_id and machine.id = any (device_ids)
        join bookings on bookings.group_id = machine_groups.id and outcome in ('used', 'unused')
          and starts_at >= since and starts_at < before
      group by 1, 2
    )
    select rooms.number as room, rooms.location, line.device_type,
      coalesce(joined, 0) as joined, coalesce(served, 0) as served, coalesce(missed, 0) as missed,
      coalesce(left_line, 0) as "left", median_wait_minutes, p90_wait_minutes,
      coalesce(holds, 0) as holds, coalesce(holds_used, 0) as holds_used,
      coalesce(holds_unused, 0) as holds_unused,
      coalesce(bookings, 0) as bookings, coalesce(bookings_unused, 0) as bookings_unused
    from line join rooms on rooms.id = line.room_id
      left join entries using (room_id, device_type) left join holds using (room_id, device_type)
      left join booked using (room_id, device_type)
    where joined > 0 or holds > 0 or bookings > 0
    order by coalesce(joined, 0) + coalesce(holds, 0) + coalesce(bookings, 0) desc, rooms.location, rooms.number, line.device_type
    limit ${revenueLimits.revenueRows}`.execute(database)
  return rows
}
