import { limits } from '@coinless/contract/limits.ts'
import type { CodeChoice, payments } from '@coinless/contract/payments.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { equals, listPage } from '../../http/lists/list.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { Server } from '../../http/request/server.ts'
import { offerNow } from '../../machines/devices/prices.ts'
import type { Database } from '../../platform/database/connection.ts'
import {
  codeAcceptedAtDevice,
  codeToChoose,
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
  { device_id: deviceId, programme, code_id }: z.output<typeof payments.codes.query>,
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
      select code.id, ${endingOf(sql.ref('code.code'))} as ending,
        case when code.user_id = ${caller.id} then coalesce(code.customer_name, code.customer_email) end
          as whose,
        code.remaining_balance, code.expires_at, code.remaining_balance >= price_now as suffices,
        code.is_kept, coalesce(code.id = ${code_id ?? null}::uuid, false) as is_wanted,
        ${takesCards} and (not code.is_kept or code.user_id = ${caller.id}) and exists (
          select from top_up_settings where user_id = code.user_id and is_on
        ) as may_top_up
      from code, device
      where code.deleted_at is null and not code.disabled
        and (code.expires_at is null or code.expires_at > now()) and ${codeAcceptedAtDevice}
      order by is_wanted desc, suffices desc, code.expires_at nulls last, code.remaining_balance, code.id
      limit ${limits.codeChoicesMax}
    )
    select choice.* from device left join choice on true
    order by is_wanted desc, suffices desc, expires_at nulls last, remaining_balance, id`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('device_not_found')
  return rows.filter(({ id }) => id !== null)
}

/** The text of a saved code is not shown (decision 64), unless the caller issued it. */
export async function listWallet(
  { database, cardProcessor }: Pick<Server, 'database' | 'cardProcessor'>,
  caller: Caller,
  { code_id, ...page }: z.output<typeof payments.wallet.query>,
) {
  const takesCards = cardProcessor.settings.processor !== 'off'
  const isHeld = sql<boolean>`coalesce(${heldCode(caller)}, false)`
  const isShown = sql<boolean>`(${isHeld} or user_id = ${caller.id})`
  const isUsable = sql<boolean>`(not disabled and (expires_at is null or expires_at > now()))`
  const query = database
    .selectFrom('prepaid_codes')
    .select(['id', 'remaining_balance', 'expires_at', 'disabled'])
    .select([
      sql<string | null>`case when ${isShown} then code end`.as('code'),
      endingOf(sql.ref('code')).as('ending'),
      sql<boolean>`not ${isHeld}`.as('is_kept'),
      sql<boolean>`${takesCards} and ${isShown} and ${isUsable} and exists (
        select from top_up_settings where user_id = prepaid_codes.user_id and is_on
      )`.as('may_top_up'),
    ])
    // An array, so that each part uses its index: a subquery with `or` would read all codes.
    .where(sql<SqlBool>`(${heldCode(caller)} or id = any (array(
      select prepaid_code_id from saved_codes where user_id = ${caller.id}
    )))`)
    .where(codeToChoose(caller))
    .where(equals('id', code_id))
  const issued = database
    .selectFrom('prepaid_codes')
    .select('id')
    .where('user_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .limit(1)
  const order = sql`${isUsable} desc, remaining_balance desc, id`
  const listed = await listPage(database, query, page, order)
  return { ...listed, has_issued: (await issued.executeTakeFirst()) !== undefined }
}

/** At most half of a code. */
function endingOf(code: RawBuilder<unknown>) {
  return sql<string>`right(${code}, least(4, length(${code}) / 2))`
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
