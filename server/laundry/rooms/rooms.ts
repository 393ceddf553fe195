import { limits } from '@coinless/contract/limits.ts'
import { stickerNumberOf } from '@coinless/contract/sticker-numbers.ts'
import { type SqlBool, sql } from 'kysely'
import { deviceColumns } from '../../machines/devices/devices.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { openingOf } from './opening.ts'

/** On `devices`: a machine that customers see in its room. */
export const takesPayments = sql<SqlBool>`devices.is_open and devices.deleted_at is null`

/** Id of the room of a machine whose landlord has accepted it. */
export function roomOfSticker(sticker_number: string) {
  return sql`(select room_id from devices where sticker_number = ${sticker_number})`
}

/**
 * Finds a room by its number or by one of its machines, which may be closed or deleted: the customer sees the others. A
 * room where no machine takes payments gives way to the one where its first machine is now.
 * @throws Refusal sticker_not_found
 */
export async function findRoom(database: Database, number: string) {
  const isMachine = stickerNumberOf(number)
    ? sql`sticker_number = ${number}`
    : sql`devices.id = ${number}`
  const { rows } = await sql<{
    id: string
    number: string
    location: string
    has_bookings: boolean
  }>`
    select id, number, location, exists (
      select from machine_groups where room_id = found.id and deleted_at is null
    ) as has_bookings from (
      select rooms.*, 1 as preference from rooms where rooms.number = ${number}
      union all
      select rooms.*, 2 from devices join rooms on rooms.id = devices.room_id where ${isMachine}
    ) as found
    order by exists (select from devices where room_id = found.id and ${takesPayments}) desc, preference
    limit 1`.execute(database)
  const [room] = rows
  if (!room) throw new Refusal('sticker_not_found')
  return room
}

/**
 * A room with its machines, the same for every signed-in account.
 * @throws Refusal sticker_not_found if no machine there takes payments
 */
export async function roomWithDevices(database: Database, number: string) {
  const room = await findRoom(database, number)
  const rows = await database
    .selectFrom('devices')
    .select(deviceColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('room_id', '=', room.id)
    .where(takesPayments)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.roomDevices)
    .execute()
  const [longest] = rows
  if (!longest) throw new Refusal('sticker_not_found')
  return {
    ...room,
    opening: await openingOf(database, room.id),
    run_by: longest.run_by,
    total: longest.total,
    devices: rows.map(({ total, ...device }) => device),
  }
}
