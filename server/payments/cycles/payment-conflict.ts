import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { SqlValue } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isAvailable, withDeviceState } from './device-state.ts'

/** On `devices`: its room has bookings, or a queue or holds for this type. Other payments need no further look-up. */
export const canBeHeld = sql<SqlBool>`exists (
  select from rooms where rooms.id = devices.room_id
    and (devices.device_type = any (rooms.queue_types || rooms.hold_types) or rooms.booking_rules is not null)
)`

/** On `devices`: booked now, or before a usual cycle would end where none can run into a booked slot. */
export const isBookedSoon = sql<SqlBool>`exists (
  select from booked_machines join rooms on rooms.id = devices.room_id
  where booked_machines.device_id = devices.id
    and (period @> now() or not (booking_rules -> 'overrun_allowed')::boolean)
    and period && tstzrange(now(), now() + make_interval(mins => devices.duration_minutes))
)`

/** On `devices`: people in line for its type, alias `entry`, who have no machine yet. */
export const entriesInLine = sql`queue_entries as entry
  where entry.room_id = devices.room_id and entry.device_type = devices.device_type and entry.ended_at is null
    and not exists (select from machine_holds where queue_entry_id = entry.id and ended_at is null)`

/** What stands against a payment: held, booked, or too near to a booked slot. */
const paymentConflicts = ['held_for_another', 'slot_ending', 'runs_into_booking'] as const
export type PaymentConflict = (typeof paymentConflicts)[number]

export function isConflict(refusal: string): refusal is PaymentConflict {
  return paymentConflicts.includes(refusal as PaymentConflict)
}

/** Locks the device against holds until the end of the transaction. null: nothing stands against the payment. */
export function paymentConflict(
  device: RawBuilder<unknown>,
  payer: SqlValue<string>,
  minutes: RawBuilder<unknown>,
): RawBuilder<PaymentConflict | null> {
  return sql`payment_conflict(${device}, ${payer}::uuid, ${minutes})`
}

/** @throws Refusal held_for_another, slot_ending, runs_into_booking */
export async function refuseConflict(
  transaction: Database,
  { id }: { id: string },
  deviceId: string,
  minutes: number,
): Promise<void> {
  const { rows } = await sql<{ conflict: PaymentConflict | null }>`
    select ${paymentConflict(sql`devices.id`, id, sql`${minutes}::integer`)} as conflict
    from devices where devices.id = ${deviceId} and ${canBeHeld}`.execute(transaction)
  const conflict = rows[0]?.conflict
  if (conflict) throw await refusalOfConflict(transaction, conflict, deviceId)
}

/** The refusal, with the remaining minutes and what is available beside the device. */
export async function refusalOfConflict(
  database: Database,
  conflict: PaymentConflict,
  deviceId: string,
): Promise<Refusal> {
  const minutesUntil = (moment: RawBuilder<unknown>) =>
    sql`ceil(extract(epoch from ${moment} - now()) / 60)::integer`
  const booked = sql`from booked_machines join bookings on bookings.id = booking_id
    where booked_machines.device_id = ${deviceId} and (release_at is null or release_at > now())`
  const { rows } = await sql<{
    held: number | null
    ends: number | null
    next: number | null
    others: string
  }>`
    select
      coalesce(
        (
          select ${minutesUntil(sql`expires_at`)} from machine_holds
          where device_id = ${deviceId} and ended_at is null and expires_at > now()
        ),
        (select ${minutesUntil(sql`coalesce(release_at, upper(period))`)} ${booked} and period @> now())
      ) as held,
      (select ${minutesUntil(sql`upper(period)`)} ${booked} and period @> now()) as ends,
      (select min(${minutesUntil(sql`lower(period)`)}) ${booked} and lower(period) > now()) as next,
      array_to_string(array(
        select devices.device_number from devices ${withDeviceState}
        where (devices.room_id, devices.device_type) =
            (select room_id, device_type from devices where id = ${deviceId})
          and devices.id <> ${deviceId} and devices.is_open and devices.deleted_at is null
          and ${isAvailable} and not ${isBookedSoon} and not exists (select from ${entriesInLine})
        order by devices.device_number limit ${limits.scannedOthers}
      ), ', ') as others`.execute(database)
  const { held = null, ends = null, next = null, others = '' } = rows[0] ?? {}
  if (conflict === 'slot_ending') return new Refusal(conflict, { minutes: ends ?? 0 })
  if (conflict === 'runs_into_booking') return new Refusal(conflict, { minutes: next ?? 0, others })
  return new Refusal(conflict, { minutes: held, others })
}
