import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { timeZoneOf } from '../../platform/database/time-zone-of.ts'

/** A label such as W-12. Longer ones could hold a message, and a dot or slash makes a link. */
const label = '^(?=.*[0-9])[A-Za-z0-9-]{1,8}$'

/** SQL for a device id: whether its owner is verified. */
function ofNamed<T>(deviceId: RawBuilder<unknown>, column: RawBuilder<unknown>) {
  return sql<T>`(select ${column} from devices as named join users as namer on namer.id = named.owner_id
    where named.id = ${deviceId})`
}

/**
 * SQL: a machine's name in mails and push messages. An unverified owner may have typed anything as its number, so only
 * plain labels are used; otherwise the sticker number.
 */
export function machineInMail(deviceId: RawBuilder<unknown>, number: RawBuilder<unknown>) {
  return ofNamed<string>(
    deviceId,
    sql`case when namer.email_verified or ${number} ~ ${sql.lit(label)} then ${number}
      else named.sticker_number end`,
  )
}

/** SQL: text typed by a verified owner of a device; otherwise null. */
export function verifiedOwnersText(deviceId: RawBuilder<unknown>, text: RawBuilder<unknown>) {
  return ofNamed<string | null>(deviceId, sql`case when namer.email_verified then ${text} end`)
}

const runBy = sql`coalesce(
  (select full_name from users where users.email = named.landlord_email and named.landlord_accepted and email_verified),
  namer.full_name)`

/** SQL for a device id: who runs it, as screens say; null if its owner is not verified. */
export function operatorInMail(deviceId: RawBuilder<unknown>) {
  return ofNamed<string | null>(deviceId, sql`case when namer.email_verified then ${runBy} end`)
}

/** SQL for a device id: who runs it, and where, on one line; null if its owner is not verified. */
export function placeInMail(deviceId: RawBuilder<unknown>) {
  const place = sql`concat_ws(' · ', ${runBy}, named.location)`
  return ofNamed<string | null>(deviceId, sql`case when namer.email_verified then ${place} end`)
}

/** SQL for a device id: the time zone of its place; UTC if its owner has chosen none. */
export function zoneInMail(deviceId: RawBuilder<unknown>) {
  return sql<string>`coalesce(${ofNamed<string | null>(deviceId, timeZoneOf('named'))}, 'UTC')`
}

/** SQL for an account: the time zone of all its places without one of their own; UTC if it has chosen none. */
export function zoneOfAccount(accountId: RawBuilder<unknown>) {
  return sql<string>`coalesce(time_zone_of(${accountId}, null), 'UTC')`
}

/** A time at a place, as people of a locale write it. */
export function timeThere(locale: string, time: string | Date, zone: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const
  return `${new Intl.DateTimeFormat(locale, options).format(new Date(time))} ${zone}`
}

/** Names of machines, for known device ids. */
export async function machinesInMail(database: Database, ids: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select ${machineInMail(sql`devices.id`, sql`devices.device_number`)} as name
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join devices on devices.id = asked.id
    order by place`.execute(database)
  return rows.map(({ name }) => name)
}
