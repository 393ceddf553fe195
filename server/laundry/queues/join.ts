import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isRoomOpen } from '../rooms/opening.ts'
import { takesPayments } from '../rooms/rooms.ts'

interface Place {
  roomId: string
  device_type: DeviceType
}

interface JoinedRoom {
  is_on: boolean
  is_open: boolean
  is_there: boolean
  length: number
  /** Other places in line of the caller. */
  own: number
}

/**
 * Puts the caller at the end of the line; no effect if they are in line.
 * @throws Refusal sticker_not_found if no machine of the type takes payments there; queue_off, room_closed, queue_full,
 *   too_many_queues, too_many_guests_queue
 */
export async function joinQueue(
  database: Database,
  caller: SignedInCaller,
  { roomId, device_type }: Place,
  language: Language,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    const { rows } = await sql<JoinedRoom>`
      select ${device_type} = any (queue_types) as is_on, ${isRoomOpen} as is_open,
        exists (
          select from devices
          where room_id = rooms.id and devices.device_type = ${device_type} and ${takesPayments}
        ) as is_there,
        (
          select count(*)::integer from queue_entries
          where room_id = rooms.id and device_type = ${device_type} and ended_at is null
        ) as length,
        (
          select count(*)::integer from queue_entries
          where user_id = ${caller.id} and ended_at is null
            and (room_id, device_type) <> (rooms.id, ${device_type})
        ) as own
      from rooms where id = ${roomId} for share`.execute(transaction)
    const [room] = rows
    if (!room?.is_on) throw new Refusal('queue_off')
    if (!room.is_open) throw new Refusal('room_closed')
    if (!room.is_there) throw new Refusal('sticker_not_found')
    if (room.own >= limits.queueEntries) throw new Refusal('too_many_queues')
    if (await isInLine(transaction, caller, { roomId, device_type })) return
    if (room.length >= limits.queueLength) throw new Refusal('queue_full')
    await refuseManyGuests(transaction, caller)
    await transaction
      .insertInto('queue_entries')
      .values({
        room_id: roomId,
        device_type,
        user_id: caller.id,
        language,
        expires_at: sql<Date>`now() + make_interval(hours => ${limits.queueEntryHours})`,
      })
      .execute()
  })
}

async function isInLine(transaction: Database, caller: { id: string }, place: Place) {
  const entry = await transaction
    .selectFrom('queue_entries')
    .select('id')
    .where('user_id', '=', caller.id)
    .where('room_id', '=', place.roomId)
    .where('device_type', '=', place.device_type)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return entry !== undefined
}

/** Guest accounts cost nothing, so those of one network count together. */
export async function refuseManyGuests(
  transaction: Database,
  { session_id, is_guest }: Pick<SignedInCaller, 'session_id' | 'is_guest'>,
): Promise<void> {
  if (!is_guest) return
  // A statement of its own, after which the count sees the places of those who had the lock.
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.queueGuests)}, hashtext(network))
    from sessions where id = ${session_id}`.execute(transaction)
  const ofNetwork = (table: RawBuilder<unknown>) => sql`
    select user_id from ${table} as place join users on users.id = place.user_id
    where place.ended_at is null and users.is_guest and exists (
      select from sessions where sessions.user_id = place.user_id
        and network = (select network from sessions where id = ${session_id})
    )`
  const { rows } = await sql<{ guests: number }>`
    select count(*)::integer as guests from (
      ${ofNetwork(sql`queue_entries`)} union all ${ofNetwork(sql`machine_holds`)}
      union all ${ofNetwork(sql`bookings`)}
    ) as places`.execute(transaction)
  if ((rows[0]?.guests ?? 0) >= limits.queueGuestsOfNetwork) {
    throw new Refusal('too_many_guests_queue')
  }
}

/**
 * Takes the caller out of the line; a machine that is held for them goes to the next. No effect if they are not in line.
 * @returns devices whose state has changed
 */
export async function leaveQueue(
  database: Database,
  { id }: SignedInCaller,
  { roomId, device_type }: Place,
): Promise<string[]> {
  return database.transaction().execute(async (transaction) => {
    const left = await transaction
      .updateTable('queue_entries')
      .set({ ended_at: sql<Date>`now()`, outcome: 'left' })
      .where('user_id', '=', id)
      .where('room_id', '=', roomId)
      .where('device_type', '=', device_type)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    if (left.length === 0) return []
    const released = await transaction
      .updateTable('machine_holds')
      .set({ ended_at: sql<Date>`now()`, outcome: 'given_up' })
      .where(
        'queue_entry_id',
        'in',
        left.map((entry) => entry.id),
      )
      .where('ended_at', 'is', null)
      .returning('device_id')
      .execute()
    return released.map(({ device_id }) => device_id)
  })
}
