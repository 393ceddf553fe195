import { type RawBuilder, sql } from 'kysely'
import { entriesInLine } from '../../payments/cycles/payment-conflict.ts'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { delay } from './machines.ts'

/**
 * A slot that has begun would take its machines from those who hold them or are in line.
 * @param machines rows of `bookings`, `machine_groups` and `devices`, ending in a condition
 * @throws Refusal others_in_line, slot_taken
 */
export async function refuseOvertaking(
  transaction: Database,
  machines: RawBuilder<unknown>,
): Promise<void> {
  const begun = sql`${machines} and bookings.starts_at + ${delay} <= now()`
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.holds)}, device) from (
    select distinct hashtext(devices.id::text) as device from ${begun} order by device
  ) as held`.execute(transaction)
  const held = sql`select from machine_holds as hold
    where hold.device_id = devices.id and hold.ended_at is null and hold.expires_at > now()`
  const byOther = sql`${held} and hold.user_id <> bookings.user_id`
  // A statement of its own, which sees the holds that the locks waited for.
  const { rows } = await sql<{ has_line: boolean; is_held: boolean }>`
    select exists (${byOther}) as is_held,
      exists (${byOther} and queue_entry_id is not null) or not exists (${held}) and exists (
        select from ${entriesInLine} and entry.user_id <> bookings.user_id
      ) as has_line
    from ${begun}`.execute(transaction)
  if (rows.some(({ has_line }) => has_line)) throw new Refusal('others_in_line')
  if (rows.some(({ is_held }) => is_held)) throw new Refusal('slot_taken')
}
