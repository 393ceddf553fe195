import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { type Actor, recordEvent } from '../audit/audit.ts'
import { forgetReports } from './forget-reports.ts'

/**
 * Resets an account whose address is verified for the first time, by someone who may not have registered it: removes
 * its sign-in methods and settings, and puts its devices and codes out of use. The caller ends the sessions first.
 */
export async function startClean(
  transaction: Database,
  actor: Actor,
  userId: string,
): Promise<void> {
  const opening = [
    'passkeys',
    'passkey_challenges',
    'authenticators',
    'recovery_codes',
    'email_codes',
    'saved_codes',
    'notification_preferences',
    'notifications',
    'jobs',
    'weekly_mails',
    'room_waits',
    'machine_holds',
    'queue_entries',
    'displays',
    'calendars',
    'push_subscriptions',
    'webhooks',
    'bulk_changes',
    'code_mails',
  ] as const
  await forgetReports(transaction, userId)
  for (const table of opening) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  // The previous user may hold the controllers' credentials.
  await transaction
    .updateTable('controllers')
    .set({ credential_hash: null })
    .where('owner_id', '=', userId)
    .execute()
  const devices = await inParts(() => putDevicesOutOfUse(transaction, userId))
  const codes = await inParts(() => putCodesOutOfUse(transaction, userId))
  const left = { devices: String(devices), codes: String(codes) }
  await recordEvent(transaction, actor, 'account_cleared', { id: userId }, left)
}

/** Works in chunks, so that no statement takes too long. */
async function inParts(doPart: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await doPart()
    total += done
    if (done < limits.leftBehindAtOnce) return total
  }
}

async function putDevicesOutOfUse(transaction: Database, userId: string): Promise<number> {
  const { rows } = await sql`
    with found as (
      select id, status, created_at from devices
      where owner_id = ${userId} and deleted_at is null
        and not exists (select from left_behind where left_behind.id = devices.id)
      order by id limit ${limits.leftBehindAtOnce}
      for no key update
    ),
    put_out as (
      update devices set status = 'inactive', updated_at = now()
      from found where devices.id = found.id and found.status = 'active'
    )
    insert into left_behind (id, user_id, device_id, was_enabled, created_at)
      select id, ${userId}::uuid, id, status = 'active', created_at from found
    returning id`.execute(transaction)
  return rows.length
}

async function putCodesOutOfUse(transaction: Database, userId: string): Promise<number> {
  const { rows } = await sql`
    with found as (
      select id, disabled, created_at from prepaid_codes
      where user_id = ${userId} and deleted_at is null
        and not exists (select from left_behind where left_behind.id = prepaid_codes.id)
      order by id limit ${limits.leftBehindAtOnce}
      for no key update
    ),
    put_out as (
      update prepaid_codes set disabled = true
      from found where prepaid_codes.id = found.id and not found.disabled
    )
    insert into left_behind (id, user_id, prepaid_code_id, was_enabled, created_at)
      select id, ${userId}::uuid, id, not disabled, created_at from found
    returning id`.execute(transaction)
  return rows.length
}
