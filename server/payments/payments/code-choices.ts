import { limits } from '@coinless/contract/limits.ts'
import type { CodeChoice } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { Server } from '../../http/request/server.ts'
import { offerNow } from '../../machines/devices/prices.ts'
import type { Database } from '../../platform/database/connection.ts'
import {
  codeAcceptedAtDevice,
  heldCode,
  savedCode,
  visibleDevice,
} from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/**
 * Codes with which the caller can pay at a device without typing one. Sufficient codes first, by expiry, then by lowest
 * balance, so that remainders are used up.
 * @throws Refusal device_not_found
 */
export async function codesToChoose(
  { database, cardProcessor }: Pick<Server, 'database' | 'cardProcessor'>,
  caller: Caller,
  deviceId: string,
  programme: string | undefined,
) {
  const takesCards = cardProcessor.settings.processor !== 'off'
  const { rows } = await sql<Answer<CodeChoice> & { id: string | null }>`
    with device as (
      select *, coalesce((${offerNow(programme)} ->> 'price')::numeric, price) as price_now
      from devices where id = ${deviceId} and ${visibleDevice(caller)}
    ),
    code as (
      select *, false as is_kept from prepaid_codes
      where ${heldCode(caller)}
      union all
      select *, true as is_kept from prepaid_codes
      where id in (select prepaid_code_id from saved_codes where user_id = ${caller.id})
        and ${savedCode(caller)} and not coalesce(${heldCode(caller)}, false)
    ),
    choice as (
      select code.id, right(code.code, least(4, length(code.code) / 2)) as ending,
        case when code.user_id = ${caller.id} then coalesce(code.customer_name, code.customer_email) end
          as whose,
        code.remaining_balance, code.expires_at, code.remaining_balance >= price_now as suffices,
        code.is_kept,
        ${takesCards} and (not code.is_kept or code.user_id = ${caller.id}) and exists (
          select from top_up_settings where user_id = code.user_id and is_on
        ) as may_top_up
      from code, device
      where code.deleted_at is null and not code.disabled
        and (code.expires_at is null or code.expires_at > now()) and ${codeAcceptedAtDevice}
      order by suffices desc, code.expires_at nulls last, code.remaining_balance, code.id
      limit ${limits.codeChoicesMax}
    )
    select choice.* from device left join choice on true
    order by suffices desc, expires_at nulls last, remaining_balance, id`.execute(database)
  if (rows.length === 0) throw new Refusal('device_not_found')
  return rows.filter(({ id }) => id !== null)
}

/** @throws Refusal code_not_found */
export async function forgetKeptCode(database: Database, caller: Caller, id: string) {
  const { numDeletedRows } = await database
    .deleteFrom('saved_codes')
    .where('user_id', '=', caller.id)
    .where('prepaid_code_id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('code_not_found')
}
