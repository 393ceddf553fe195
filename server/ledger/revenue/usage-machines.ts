import { limits } from '@coinless/contract/limits.ts'
import type { UsageQuestion } from '@coinless/contract/usage.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../platform/database/time-zone-of.ts'
import { ownedDevice, type Payee } from '../../platform/policy/own-devices.ts'
import type { Period } from './periods.ts'

/** A cycle that runs at a time was paid for at most so long before. */
export const longestCycle = sql`make_interval(mins => ${sql.lit(limits.minutesMax)})`

/**
 * Machines of an account, each from `since` to `before`: its part of the period, in the time zone of its place. A new
 * landlord does not see how it was used before.
 */
export function machines(
  whose: Payee | 'all',
  { time_zone, location, device_id }: UsageQuestion,
  { from, end }: Period,
) {
  return sql`(
    with own as materialized (
      select id, owner_id, location, room_id, device_type, deleted_at, ${sinceOf(whose)} as added_at
      from devices
      where ${whose === 'all' ? sql`true` : ownedDevice(whose)}
        ${location === undefined ? sql`` : sql`and devices.location = ${location}`}
        ${device_id === undefined ? sql`` : sql`and devices.id = ${device_id}`}
    ),
    place as materialized (
      select owner_id, location, coalesce(${timeZoneOf('each')}, ${time_zone}) as zone
      from (select distinct owner_id, location from own) as each
    )
    select id, room_id, device_type, zone,
      greatest(added_at, ${from}::timestamp at time zone zone) as since,
      least(deleted_at, now(), ${end}::timestamp at time zone zone) as before
    from own join place using (owner_id, location)
  )`
}

function sinceOf(whose: Payee | 'all') {
  if (whose === 'all') return sql`created_at`
  return sql`case
    when owner_id = ${whose.id} then created_at else coalesce(landlord_accepted_at, created_at)
  end`
}
