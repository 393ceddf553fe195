import { limits } from '@coinless/contract/limits.ts'
import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deviceColumns } from '../../machines/devices/devices.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Landlord and location that define the room of a machine whose landlord has accepted it. */
export function roomOfSticker(sticker_number: string) {
  return roomOf(sql`sticker_number = ${sticker_number}`)
}

function roomOf(machine: RawBuilder<unknown>) {
  return sql`(select landlord_email, location from devices where ${machine} and landlord_accepted)`
}

/**
 * Returns a room, the same for every signed-in account. The sticker's machine may be closed or deleted: the customer
 * sees the others.
 * @param machine its sticker number or its id
 * @throws Refusal sticker_not_found if no machine there takes payments
 */
export async function findRoom(database: Database, machine: string) {
  const isKnown = stickerNumberOf(machine) ? sql`sticker_number = ${machine}` : sql`id = ${machine}`
  const rows = await database
    .selectFrom('devices')
    .select(deviceColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(sql<SqlBool>`(landlord_email, location) = ${roomOf(isKnown)}`)
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
