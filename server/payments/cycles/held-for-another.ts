import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { SqlValue } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isAvailable, withDeviceState } from './device-state.ts'

/** On `devices`: its room has a queue or holds for this type. Other payments need no further look-up. */
export const canBeHeld = sql<SqlBool>`exists (
  select from rooms where rooms.id = devices.room_id
    and devices.device_type = any (rooms.queue_types || rooms.hold_types)
)`

/** On `devices`: people in line for its type, alias `entry`, who have no machine yet. */
export const entriesInLine = sql`queue_entries as entry
  where entry.room_id = devices.room_id and entry.device_type = devices.device_type and entry.ended_at is null
    and not exists (select from machine_holds where queue_entry_id = entry.id and ended_at is null)`

/** Locks the device against holds until the end of the transaction. */
export function isHeldForAnother(
  device: RawBuilder<unknown>,
  payer: SqlValue<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`is_held_for_another(${device}, ${payer}::uuid)`
}

/** @throws Refusal held_for_another */
export async function refuseHeldForAnother(
  transaction: Database,
  { id }: { id: string },
  deviceId: string,
): Promise<void> {
  const { rows } = await sql<{ is_held: boolean }>`
    select ${isHeldForAnother(sql`devices.id`, id)} as is_held
    from devices where devices.id = ${deviceId} and ${canBeHeld}`.execute(transaction)
  if (rows[0]?.is_held) throw await heldForAnother(transaction, deviceId)
}

/** The refusal, with the remaining minutes and what is available beside the device. */
export async function heldForAnother(database: Database, deviceId: string): Promise<Refusal> {
  const { rows } = await sql<{ minutes: number | null; others: string }>`
    select
      (
        select ceil(extract(epoch from expires_at - now()) / 60)::integer from machine_holds
        where device_id = ${deviceId} and ended_at is null and expires_at > now()
      ) as minutes,
      array_to_string(array(
        select devices.device_number from devices ${withDeviceState}
        where (devices.room_id, devices.device_type) =
            (select room_id, device_type from devices where id = ${deviceId})
          and devices.id <> ${deviceId} and devices.is_open and devices.deleted_at is null and ${isAvailable}
          and not exists (select from ${entriesInLine})
        order by devices.device_number limit ${limits.scannedOthers}
      ), ', ') as others`.execute(database)
  return new Refusal('held_for_another', rows[0] ?? { minutes: null, others: '' })
}
