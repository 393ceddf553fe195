import { limits } from '@coinless/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { deviceColumns } from '../devices/devices.ts'
import { Refusal } from '../refusals/refusal.ts'

/** The landlord and location that make the room of any machine, of which the landlord knows. */
export function roomOfSticker(sticker_number: string) {
  return sql`(
    select landlord_email, location from devices
    where sticker_number = ${sticker_number} and landlord_accepted
  )`
}

/**
 * What everybody sees who is signed in, so it is the same for all. The machine of the sticker may be closed or
 * deleted: whoever stands before it is shown the others.
 * @throws Refusal sticker_not_found when no machine there takes payments
 */
export async function findRoom(database: Database, sticker_number: string) {
  const rows = await database
    .selectFrom('devices')
    .select(deviceColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(sql<SqlBool>`(landlord_email, location) = ${roomOfSticker(sticker_number)}`)
    .where(sql<SqlBool>`is_open and deleted_at is null`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.roomDevices)
    .execute()
  const [longest] = rows
  if (!longest) throw new Refusal('sticker_not_found')
  return {
    location: longest.location,
    run_by: longest.run_by,
    sticker_number: longest.sticker_number,
    total: longest.total,
    devices: rows.map(({ total, ...device }) => device),
  }
}
