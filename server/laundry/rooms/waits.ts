import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { RoomWaits } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findRoom, roomWithDevices } from './rooms.ts'

/** On `room_waits`: waits for the room, requested at any of its machines. */
function inRoom(roomId: string) {
  return sql`device_id in (select id from devices where room_id = ${roomId})`
}

export async function waitsOf(
  database: Database,
  { id }: SignedInCaller,
  number: string,
): Promise<Answer<RoomWaits>> {
  const room = await findRoom(database, number)
  return waitsIn(database, id, room.id)
}

async function waitsIn(
  database: Database,
  userId: string,
  roomId: string,
): Promise<Answer<RoomWaits>> {
  const { rows } = await sql<Answer<RoomWaits>['data'][number]>`
    select device_type, expires_at from room_waits
    where user_id = ${userId} and expires_at > now() and ${inRoom(roomId)}
    order by device_type`.execute(database)
  return { data: rows }
}

/**
 * Idempotent for each type and room.
 * @throws Refusal sticker_not_found if no machine of the type takes payments there, too_many_waits
 */
export async function wait(
  database: Database,
  caller: SignedInCaller,
  { number, device_type }: { number: string; device_type: DeviceType },
  language: Language,
): Promise<void> {
  const { id, devices } = await roomWithDevices(database, number)
  const [longest] = devices
  const isThere = devices.some((device) => device.device_type === device_type)
  if (!longest || !isThere) throw new Refusal('sticker_not_found')
  const expires_at = sql<Date>`now() + make_interval(hours => ${limits.roomWaitHours})`
  await database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    await sql`delete from room_waits where user_id = ${caller.id} and expires_at <= now()`.execute(
      transaction,
    )
    const { data } = await waitsIn(transaction, caller.id, id)
    if (data.some((each) => each.device_type === device_type)) return
    const { count } = await transaction
      .selectFrom('room_waits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.id)
      .executeTakeFirstOrThrow()
    if (count >= limits.roomWaits) throw new Refusal('too_many_waits')
    await transaction
      .insertInto('room_waits')
      .values({ user_id: caller.id, device_id: longest.id, device_type, language, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function removeWait(
  database: Database,
  { id }: SignedInCaller,
  { number, device_type }: { number: string; device_type: DeviceType },
): Promise<void> {
  const room = await findRoom(database, number)
  await sql`delete from room_waits
    where user_id = ${id} and device_type = ${device_type} and ${inRoom(room.id)}`.execute(database)
}
