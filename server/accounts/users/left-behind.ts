import type { me } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { deleteCode } from '../../codes/prepaid-codes/prepaid-codes.ts'
import { listPage } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { deleteDevice } from '../../machines/devices/devices.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

/** Entries that are still out of use. */
const waiting = sql<SqlBool>`case when device_id is not null
  then exists (select from devices
    where devices.id = device_id and deleted_at is null and status <> 'active')
  else exists (select from prepaid_codes
    where prepaid_codes.id = prepaid_code_id and deleted_at is null and disabled)
end`

/** Lists what is out of use and awaits the owner's decision: see startClean. */
export async function listLeftBehind(
  database: Database,
  caller: SignedInCaller,
  query: z.output<typeof me.leftBehind.query>,
) {
  return listPage(
    database,
    database
      .selectFrom('left_behind')
      .select(['id', 'created_at'])
      .select([
        sql<'device' | 'prepaid_code'>`
          case when device_id is null then 'prepaid_code' else 'device' end`.as('kind'),
        sql<string>`coalesce(
          (select device_number || ' ' || label from devices where devices.id = device_id),
          (select code from prepaid_codes where prepaid_codes.id = prepaid_code_id))`.as('name'),
        sql<number | null>`(
          select remaining_balance::float8 from prepaid_codes where prepaid_codes.id = prepaid_code_id
        )`.as('remaining_balance'),
      ])
      .where('user_id', '=', caller.id)
      .where(waiting),
    query,
  )
}

/** @throws Refusal left_behind_not_found */
export async function keepLeftBehind(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const { device_id, prepaid_code_id, was_enabled } = await decide(transaction, caller, id)
    if (!was_enabled) return
    if (device_id) {
      await transaction
        .updateTable('devices')
        .set({ status: 'active', updated_at: sql<Date>`now()` })
        .where('id', '=', device_id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow(deletedMeanwhile)
      await recordEvent(
        transaction,
        caller,
        'device_changed',
        { id },
        { status: 'inactive → active' },
      )
    }
    if (prepaid_code_id) {
      await transaction
        .updateTable('prepaid_codes')
        .set({ disabled: false })
        .where('id', '=', prepaid_code_id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow(deletedMeanwhile)
      await recordEvent(transaction, caller, 'code_enabled', { id })
    }
  })
}

/** @throws Refusal left_behind_not_found */
export async function removeLeftBehind(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  const { device_id } = await decide(database, caller, id)
  const remove = device_id ? deleteDevice : deleteCode
  await remove(database, caller, id)
}

/** Thrown if the item is deleted after the decision, which does not wait for a concurrent deletion. */
const deletedMeanwhile = () => new Refusal('left_behind_not_found')

async function decide(database: Database, caller: SignedInCaller, id: string) {
  const decided = await database
    .deleteFrom('left_behind')
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .where(waiting)
    .returning(['device_id', 'prepaid_code_id', 'was_enabled'])
    .executeTakeFirst()
  if (!decided) throw new Refusal('left_behind_not_found')
  return decided
}
