import type { AuditAction } from '@coinless/contract/choices.ts'
import type { Device, devices } from '@coinless/contract/devices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Caller, may } from '@coinless/contract/permissions.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { sql, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { countUnrequested } from '../../notifications/mail/unrequested.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isWithin, seconds } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { deviceToAccept } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { deviceColumns, lockDevice, subjectOf } from './devices.ts'

/** Lists devices that name the caller as their landlord and wait for an answer. */
export async function listDevicesToAccept(
  database: Database,
  caller: Caller,
  query: z.output<typeof devices.listToAccept.query>,
) {
  const waiting = database.selectFrom('devices').select(deviceColumns).where(deviceToAccept(caller))
  return listPage(database, waiting, query)
}

/** Opens the device to the public, and lets its landlord change it. */
export async function acceptDevice(database: Database, caller: SignedInCaller, id: string) {
  const landlord_accepted_at = sql<Date>`coalesce(landlord_accepted_at, clock_timestamp())`
  return answerFor(database, caller, id, 'device_accepted', { landlord_accepted_at })
}

/** Removes the landlord from the device, and makes its owner the landlord. */
export async function refuseDevice(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  const landlord_email = sql<string>`(select email from users where users.id = devices.owner_id)`
  await answerFor(database, caller, id, 'device_refused', { landlord_email })
}

async function answerFor(
  database: Database,
  caller: SignedInCaller,
  id: string,
  action: AuditAction,
  change: UpdateObject<Tables, 'devices'>,
) {
  return database.transaction().execute(async (transaction) => {
    const device = await lockDevice(transaction, caller, id)
    if (!may(caller, 'answer for device', device)) throw new Refusal('not_yours')
    const answered = await transaction
      .updateTable('devices')
      .set(change)
      .where('id', '=', id)
      .returning(deviceColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, action, subjectOf(device))
    return answered
  })
}

/**
 * Mails the landlord that a device names, if the account is verified, and not again for a while, because anyone can
 * name anyone. For the same reason the mail contains no text of the sender.
 */
export async function askLandlord(
  { config, database }: Server,
  language: Language,
  device: Pick<Device, 'landlord_email' | 'landlord_accepted'>,
): Promise<void> {
  if (device.landlord_accepted) return
  const words = { ...mailTexts[language].device_to_accept, path: '/dashboard' }
  await database.transaction().execute(async (transaction) => {
    const asked = await transaction
      .updateTable('users')
      .set({ acceptance_requested_at: sql<Date>`now()` })
      .where('email', '=', device.landlord_email)
      .where('email_verified', '=', true)
      .where(sql<boolean>`acceptance_requested_at is null
        or not ${isWithin(sql`acceptance_requested_at`, seconds(limits.acceptancePauseHours * 60 * 60))}`)
      .returning('email')
      .executeTakeFirst()
    if (!asked) return
    if (!(await countUnrequested(transaction, asked.email, 'acceptance'))) return
    await mail(transaction, config, asked.email, words)
  })
}
