import { type RawBuilder, sql } from 'kysely'

/** Id of the last start of a device's controller and channel, or null. */
export function lastStart(deviceId: RawBuilder<unknown>) {
  return sql<string | null>`(
    select starts.id from device_links
      join starts using (controller_id, channel)
    where device_links.device_id = ${deviceId}
    order by starts.created_at desc, starts.id limit 1
  )`
}
