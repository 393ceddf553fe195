import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

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

/** The same for known device ids. */
export async function machinesInMail(database: Database, ids: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select ${machineInMail(sql`devices.id`, sql`devices.device_number`)} as name
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join devices on devices.id = asked.id
    order by place`.execute(database)
  return rows.map(({ name }) => name)
}
