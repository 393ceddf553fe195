import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import type { SqlValue } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/**
 * The caller's last payment at a device without a link whose time has not ended, or the last recent card payment that
 * is still pending: minutes ago, and which of the two. No row: none.
 */
export function paidAlready(caller: { id: SqlValue<string> }, deviceId: SqlValue<string>) {
  return sql<{ minutes: number; is_pending: boolean }>`
    select floor(extract(epoch from now() - created_at) / 60)::integer as minutes, is_pending from (
      select transactions.created_at, false as is_pending
      from cycles join transactions on transactions.id = cycles.id
      where cycles.device_id = ${deviceId} and cycles.ended_at is null and payer_id = ${caller.id}
        and cycles.created_at > now() - make_interval(mins => ${sql.lit(limits.minutesMax)})
      union all
      select created_at, true from card_payments
      where payer_id = ${caller.id} and device_id = ${deviceId} and status = 'pending' and not is_hold
        and created_at > now() - make_interval(mins => ${sql.lit(limits.cardPendingMinutes)})
    ) as payments
    order by created_at desc limit 1`
}

/**
 * Serializes card payments of one account at one device, so that the second sees the first.
 * @throws Refusal paid_already
 */
export async function refusePaidAlready(transaction: Database, caller: Caller, deviceId: string) {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.paidAlready)}, hashtext(${`${caller.id} ${deviceId}`}))`.execute(
    transaction,
  )
  const { rows } = await paidAlready(caller, deviceId).execute(transaction)
  if (rows[0]) throw new Refusal('paid_already', rows[0])
}
