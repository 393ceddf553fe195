import type { Language } from '@coinless/contract/languages.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type SqlBool, sql } from 'kysely'
import { acquireAccountLocks } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { mail } from '../../notifications/mail/mail.ts'
import { forgetMailsTo } from '../../notifications/mail/outbox.ts'
import { waitForCode } from '../../notifications/mail/unrequested.ts'
import { loadProcessorAccount } from '../../payments/cards/timeouts.ts'
import { isOursSql } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { pauseOfCodes } from '../../sessions/account/email-codes.ts'
import { forgetReports } from '../../sessions/account/forget-reports.ts'
import { endAllSessions } from '../../sessions/account/sessions.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { lockProvenAccount } from '../second-factor/factors.ts'
import { type ClosedUser, forgetAddress, forgetHolder, hasAddress } from './forgetting.ts'

/** Counts for the confirmation before closing an account. */
export async function closingImpact(
  database: Database,
  { id, email, email_verified }: SignedInCaller,
) {
  const { rows } = await sql<Stopped>`select
    (select count(*) from devices where owner_id = ${id} and deleted_at is null) as devices,
    (select count(*) from devices where landlord_email = ${email} and ${email_verified}
      and owner_id <> ${id} and deleted_at is null) as devices_as_landlord,
    (select count(*) from prepaid_codes
      where user_id = ${id} and deleted_at is null and not disabled) as codes,
    (select coalesce(sum(remaining_balance), 0) from prepaid_codes
      where user_id = ${id} and deleted_at is null and not disabled) as codes_balance,
    (select count(*) from prepaid_codes where customer_email = ${email} and ${email_verified}
      and user_id <> ${id} and deleted_at is null) as held_codes,
    (select count(*) from controllers where owner_id = ${id} and deleted_at is null) as controllers,
    (select count(*) from resources where owner_id = ${id}) as resources`.execute(database)
  return rows[0] as Stopped
}

interface Stopped {
  devices: number
  devices_as_landlord: number
  codes: number
  codes_balance: NumericText
  held_codes: number
  controllers: number
  resources: number
}

/**
 * Closes the caller's account in one transaction: ends sign-in, devices, codes and documents, and keeps ledger and
 * history without name and address (decision 29). Locks codes before payments, which wait for a code and then pay
 * nothing.
 * @param signInSecrets result of proveOwner
 * @throws Refusal session_expired, factor_needed, last_admin_closes, too_many_requests, card_money_pending
 */
export async function closeAccount(
  server: Server,
  caller: SignedInCaller,
  signInSecrets: string,
  language: Language,
): Promise<void> {
  const { config, database } = server
  const isOurs = await ofThisProcessor(server, caller)
  const controllers = await database
    .selectFrom('controllers')
    .select('id')
    .where('owner_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .execute()
  await database.transaction().execute(async (transaction) => {
    await lockAccounts(transaction, caller)
    await lockProvenAccount(transaction, caller, signInSecrets)
    await refuseLastAdmin(transaction, caller)
    await refuseSoonAfterMail(transaction, caller)
    await closeLockedAccount(transaction, caller, isOurs)
    await recordEvent(transaction, caller, 'account_closed', { id: caller.id })
    if (!caller.email_verified) return
    await forgetMailsTo(transaction, config, caller.email)
    // Names the server that the mail is about.
    const words = { ...mailTexts[language].account_closed, path: '/' }
    await mail(transaction, config, caller.email, words)
  })
  for (const { id } of controllers) server.connections.end(id, 4401)
}

/**
 * Closes a locked account in the caller's transaction.
 * @throws Refusal card_money_pending
 */
export async function closeLockedAccount(
  transaction: Database,
  user: ClosedUser,
  isOurs: ReturnType<typeof sql<SqlBool>>,
): Promise<void> {
  await endAllSessions(transaction, user.id)
  await stopDevices(transaction, user)
  // Codes first, because payments lock a code before they reference a link.
  await stopCodes(transaction, user)
  await stopControllers(transaction, user)
  await transaction.deleteFrom('resources').where('owner_id', '=', user.id).execute()
  await transaction.deleteFrom('time_zones').where('owner_id', '=', user.id).execute()
  await waitForWhatIsAdded(transaction, user)
  await refuseCardMoney(transaction, user, isOurs)
  await forgetReports(transaction, user.id)
  await deleteCredentials(transaction, user)
  await transaction.deleteFrom('bulk_changes').where('user_id', '=', user.id).execute()
  await forgetUser(transaction, user)
  await forgetAddress(transaction, user)
}

/** Pending card payments block the closing only if they belong to this card processor: nothing completes the others. */
export async function ofThisProcessor(server: Server, user: ClosedUser) {
  const { rows } = await sql`${cardMoneyOf(user, sql<SqlBool>`true`)}`.execute(server.database)
  if (rows.length === 0) return sql<SqlBool>`true`
  await loadProcessorAccount(server)
  return isOursSql(server.cardProcessor)
}

function cardMoneyOf({ id }: ClosedUser, isOurs: ReturnType<typeof sql<SqlBool>>) {
  return sql`select id from card_payments where payer_id = ${id} and status = 'pending' and ${isOurs}
    union all
    select id from refunds where status = 'pending' and processor is not null and ${isOurs} and exists (
      select from transactions where transactions.id = transaction_id and payer_id = ${id}
    )
    union all
    select id from top_ups where payer_id = ${id} and status = 'pending' and ${isOurs}
    union all
    select id from top_up_refunds where status = 'pending' and ${isOurs} and exists (
      select from top_ups where top_ups.id = top_up_id and payer_id = ${id}
    )`
}

async function refuseCardMoney(
  transaction: Database,
  user: ClosedUser,
  isOurs: ReturnType<typeof sql<SqlBool>>,
): Promise<void> {
  const { rows } = await cardMoneyOf(user, isOurs).execute(transaction)
  if (rows.length > 0) throw new Refusal('card_money_pending')
}

/** Locks in order of id: other admins, one of whom must remain, and owners of devices that change. */
async function lockAccounts(transaction: Database, user: ClosedUser): Promise<void> {
  const { id } = user
  const accounts = sql<{ id: string }>`select id from users
    where id = ${id} or id in (select owner_id from devices where ${hasAddress(user, 'landlord_email')})
      or (is_admin(users) and exists (
        select from users as own where own.id = ${id} and is_admin(own)
      ))`
  const { rows } = await accounts.execute(transaction)
  await acquireAccountLocks(
    transaction,
    rows.map((account) => account.id),
  )
  await sql`${accounts} order by id for no key update`.execute(transaction)
}

/** A separate statement, which sees changes committed while waiting for the locks. */
async function refuseLastAdmin(transaction: Database, { id }: ClosedUser): Promise<void> {
  const admins = await transaction
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`is_admin(users)`)
    .execute()
  const isOwn = (admin: { id: string }) => admin.id === id
  if (admins.some(isOwn) && admins.every(isOwn)) throw new Refusal('last_admin_closes')
}

/**
 * Prevents mailing any address without limit by closing and registering again. Keeps the day's last code valid, because
 * without the account the owner of the address would have no code and get none.
 */
async function refuseSoonAfterMail(
  transaction: Database,
  { id, email, email_verified }: ClosedUser,
): Promise<void> {
  if (email_verified) return
  const seconds = Math.max(
    await pauseOfCodes(transaction, id),
    await waitForCode(transaction, email, 'verification'),
  )
  if (seconds > 0) throw new Refusal('too_many_requests', { seconds })
}

/** Deletes own devices. Locks other owners' devices that name the caller as landlord until they no longer do. */
async function stopDevices(transaction: Database, user: ClosedUser): Promise<void> {
  const { id } = user
  await sql`select from devices where owner_id = ${id} or ${hasAddress(user, 'landlord_email')}
    order by id for no key update`.execute(transaction)
  await transaction
    .updateTable('devices')
    .set({ deleted_at: sql<Date>`now()` })
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Open cycles keep their link and end by time, because their controllers no longer answer. */
async function stopControllers(transaction: Database, { id }: ClosedUser): Promise<void> {
  await sql`update controllers
    set name = '', credential_hash = null, deleted_at = coalesce(deleted_at, now())
    where owner_id = ${id}`.execute(transaction)
  const ofTheirs = sql`controller_id in (select id from controllers where owner_id = ${id})`
  // Waits for payments in progress, which the next statement sees.
  await sql`select from device_links where ${ofTheirs} order by id for update`.execute(transaction)
  await sql`delete from device_links where ${ofTheirs}
    and not exists (select from cycles where open_link_id = device_links.id)`.execute(transaction)
  await sql`delete from controller_events
    where controller_id in (select id from controllers where owner_id = ${id})`.execute(transaction)
}

/** Disables issued codes, regardless of the holder; their balances stay in the ledger. */
async function stopCodes(transaction: Database, user: ClosedUser): Promise<void> {
  await sql`select from prepaid_codes
    where (user_id = ${user.id} and deleted_at is null)
      or ${hasAddress(user, 'customer_email')} or ${hasAddress(user, 'landlord_email')}
    order by id for update`.execute(transaction)
  await transaction
    .updateTable('prepaid_codes')
    .set({
      disabled: true,
      customer_name: null,
      phone_number: null,
      location: null,
      tag: null,
    })
    .where('user_id', '=', user.id)
    .where('deleted_at', 'is', null)
    .execute()
  await transaction
    .updateTable('code_batches')
    .set({ tag: null })
    .where('user_id', '=', user.id)
    .execute()
  await forgetHolder(transaction, user)
}

/** Waits for calls that add something to the account or pay at its devices; later calls find it closed. */
async function waitForWhatIsAdded(transaction: Database, user: ClosedUser): Promise<void> {
  const { id } = user
  await sql`select from users where id = ${id} for update`.execute(transaction)
  await sql`select from devices where owner_id = ${id} or ${hasAddress(user, 'landlord_email')}
    order by id for update`.execute(transaction)
}

export async function deleteCredentials(
  transaction: Database,
  { id }: Pick<ClosedUser, 'id'>,
): Promise<void> {
  await sql`delete from refresh_tokens
    where session_id in (select id from sessions where user_id = ${id})`.execute(transaction)
  const ofUser = [
    'passkeys',
    'passkey_challenges',
    'authenticators',
    'recovery_codes',
    'email_codes',
    'idempotency_keys',
    'saved_codes',
    'left_behind',
    'notification_preferences',
    'notifications',
    'jobs',
    'weekly_mails',
    'room_waits',
    'bookings',
    'machine_holds',
    'queue_entries',
    'displays',
    'calendars',
    'push_subscriptions',
    'webhooks',
    'code_mails',
    'top_up_settings',
  ] as const
  for (const table of ofUser) {
    await transaction.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await transaction
    .deleteFrom('memberships')
    .where(({ or, eb }) => or([eb('owner_id', '=', id), eb('member_id', '=', id)]))
    .execute()
  // Also deletes their push subscriptions. Last, because senders lock a notification before its subscription.
  await transaction.deleteFrom('sessions').where('user_id', '=', id).execute()
}

async function forgetUser(transaction: Database, { id }: ClosedUser): Promise<void> {
  await transaction
    .updateTable('users')
    .set({
      closed_at: sql<Date>`now()`,
      email: sql<string>`closed_account_email(id)`,
      email_verified: false,
      full_name: '',
      password_hash: '',
      roles: [],
      is_guest: false,
    })
    .where('id', '=', id)
    .execute()
}
