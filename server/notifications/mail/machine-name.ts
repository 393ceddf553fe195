import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** A label such as W-12. Longer ones could speak, and a dot or a slash makes a link. */
const label = '^(?=.*[0-9])[A-Za-z0-9-]{1,8}$'

/** SQL on a device that is named by its id: whether its owner has shown an address. */
function ofNamed<T>(deviceId: RawBuilder<unknown>, column: RawBuilder<unknown>) {
  return sql<T>`(select ${column} from devices as named join users as namer on namer.id = named.owner_id
    where named.id = ${deviceId})`
}

/**
 * SQL: what mails and pushes call a machine. An owner who has shown no address may have typed anything as its number,
 * so anything but a label gives way to the number on its sticker.
 */
export function machineInMail(deviceId: RawBuilder<unknown>, number: RawBuilder<unknown>) {
  return ofNamed<string>(
    deviceId,
    sql`case when namer.email_verified or ${number} ~ ${sql.lit(label)} then ${number}
      else named.sticker_number end`,
  )
}

/** SQL: what the owner of a device typed; null of an owner who has shown no address. */
export function ownersText(deviceId: RawBuilder<unknown>, text: RawBuilder<unknown>) {
  return ofNamed<string | null>(deviceId, sql`case when namer.email_verified then ${text} end`)
}

/** The same for devices that are already known by their ids. */
export async function machinesInMail(database: Database, ids: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select ${machineInMail(sql`devices.id`, sql`devices.device_number`)} as name
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join devices on devices.id = asked.id
    order by place`.execute(database)
  return rows.map(({ name }) => name)
}
