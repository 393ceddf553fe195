import { type RawBuilder, sql } from 'kysely'

/** SQL for a table or alias of devices: the time zone of the device's place; null if its owner has chosen none. */
export function timeZoneOf(device = 'devices'): RawBuilder<string | null> {
  return sql`time_zone_of(${sql.ref(`${device}.owner_id`)}, ${sql.ref(`${device}.location`)})`
}
