import { sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { findDevice } from '../../machines/devices/devices.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import { entriesInLine, isBookedSoon } from '../../payments/cycles/payment-conflict.ts'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { closingTime, isRoomOpen } from '../rooms/opening.ts'
import { type Changed, settleHolds } from './advance.ts'
import { refuseManyGuests } from './join.ts'
import { isOnRequest, pauseEnd } from './queues.ts'

export interface HoldChange {
  /** Room of the machine. */
  roomId: string
  /** What ended before, in any room. */
  settled: Changed
}

/**
 * Holds an available machine for the caller; no effect if they hold it.
 * @throws Refusal device_not_found, holds_off, room_closed, device_not_available, others_in_line, one_hold_only, hold_paused,
 *   too_many_guests_queue
 */
export async function holdMachine(
  database: Database,
  caller: SignedInCaller,
  deviceId: string,
): Promise<HoldChange> {
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    await findDevice(transaction, caller, deviceId)
    const settled = await settleHolds(
      transaction,
      sql`hold.user_id = ${caller.id} or hold.device_id = ${deviceId}`,
    )
    const room = await roomOf(transaction, caller, deviceId)
    if (!room?.can_be_held) throw new Refusal('holds_off')
    if (!room.is_open) throw new Refusal('room_closed')
    if (room.own_hold === deviceId) return { roomId: room.id, settled }
    if (room.own_hold) throw new Refusal('one_hold_only')
    if (room.pause_minutes !== null)
      throw new Refusal('hold_paused', { minutes: room.pause_minutes })
    await refuseManyGuests(transaction, caller)
    await sql`select pg_advisory_xact_lock(${sql.lit(locks.holds)}, hashtext(${deviceId}))`.execute(
      transaction,
    )
    // A statement of its own, which sees the payments that the lock waited for.
    const { rows } = await sql<{ in_line: boolean; is_available: boolean }>`
      select ${isAvailable} and not ${isBookedSoon} as is_available, exists (select from ${entriesInLine}) as in_line
      from devices ${withDeviceState} where devices.id = ${deviceId}`.execute(transaction)
    if (rows[0]?.in_line) throw new Refusal('others_in_line')
    if (!rows[0]?.is_available) throw new Refusal('device_not_available')
    const made = await transaction
      .insertInto('machine_holds')
      .values({
        device_id: deviceId,
        user_id: caller.id,
        queue_entry_id: null,
        expires_at: room.hold_end,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Refusal('device_not_available')
    return { roomId: room.id, settled }
  })
}

async function roomOf(transaction: Database, { id }: SignedInCaller, deviceId: string) {
  const { rows } = await sql<{
    id: string
    can_be_held: boolean
    is_open: boolean
    hold_end: Date
    own_hold: string | null
    pause_minutes: number | null
  }>`
    select rooms.id, devices.is_open and devices.device_type = any (hold_types) as can_be_held, ${isRoomOpen} as is_open,
      least(now() + make_interval(mins => hold_minutes), ${closingTime}) as hold_end,
      (
        select device_id from machine_holds
        where user_id = ${id} and ended_at is null and ${isOnRequest}
      ) as own_hold,
      ceil(extract(epoch from ${pauseEnd(id, sql`rooms`)} - now()) / 60)::integer as pause_minutes
    from devices join rooms on rooms.id = devices.room_id where devices.id = ${deviceId}`.execute(
    transaction,
  )
  return rows[0]
}

/**
 * Ends the caller's hold of a machine; no effect if there is none.
 * @throws Refusal device_not_found
 */
export async function releaseMachine(
  database: Database,
  caller: SignedInCaller,
  deviceId: string,
): Promise<HoldChange> {
  return database.transaction().execute(async (transaction) => {
    await findDevice(transaction, caller, deviceId)
    const room = await roomOf(transaction, caller, deviceId)
    if (!room) throw new Refusal('device_not_found')
    const settled = await settleHolds(transaction, sql`hold.device_id = ${deviceId}`)
    await transaction
      .updateTable('machine_holds')
      .set({ ended_at: sql<Date>`now()`, outcome: 'given_up' })
      .where('device_id', '=', deviceId)
      .where('user_id', '=', caller.id)
      .where(isOnRequest)
      .where('ended_at', 'is', null)
      .execute()
    return { roomId: room.id, settled }
  })
}
