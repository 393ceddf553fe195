import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { limits } from '@coinless/contract/limits.ts'
import type { staff } from '@coinless/contract/staff.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { listPage, type PageRequest } from '../../http/lists/list.ts'
import { lockAccountsExclusively, lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownedDevice } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { lockProvenAccount } from '../second-factor/factors.ts'
import { hashOfSecret, isInvited, lastDay } from './invitation.ts'

type Invited = Pick<z.output<typeof staff.invite.body>, 'email' | 'role' | 'places'>
type Changes = Pick<z.output<typeof staff.change.body>, 'role' | 'places'>

const expiresAt = sql<Date>`invited_at + make_interval(days => ${sql.lit(limits.invitationDays)})`

export function selectStaff(database: Database) {
  return database
    .selectFrom('memberships')
    .leftJoin('users', 'users.id', 'member_id')
    .select(['memberships.id', 'memberships.email', 'users.full_name', 'role', 'places'])
    .select(['invited_at', 'joined_at'])
    .select(sql<Date | null>`case when joined_at is null then ${expiresAt} end`.as('expires_at'))
    .select(
      sql<'active' | 'invited' | 'expired'>`case when joined_at is not null then 'active'
        when ${isInvited} then 'invited' else 'expired' end`.as('state'),
    )
}

/** Lists the staff of the caller, including invitations. */
export function listStaff(database: Database, { id }: SignedInCaller, asked: PageRequest) {
  const order = sql`memberships.created_at desc, memberships.id desc`
  return listPage(database, selectStaff(database).where('owner_id', '=', id), asked, order)
}

function findStaff(transaction: Database, id: string) {
  return selectStaff(transaction).where('memberships.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * @param signInSecrets result of proveOwner
 * @returns the invitation, and the secret for its mail
 * @throws Refusal mail_needs_verified, staff_is_yourself, staff_exists, too_many_staff, too_many_invitations
 */
export async function inviteStaff(
  transaction: Database,
  caller: SignedInCaller,
  signInSecrets: string,
  { email, role, places = null }: Invited,
) {
  if (!caller.email_verified) throw new Refusal('mail_needs_verified')
  if (email === caller.email) throw new Refusal('staff_is_yourself')
  // Serialized, so that concurrent calls respect the limit.
  await lockProvenAccount(transaction, caller, signInSecrets)
  const { count } = await transaction
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (count >= limits.staff) throw new Refusal('too_many_staff')
  await refuseTooManyInvitations(transaction, caller, email)
  const secret = newSecret()
  const { id } = await transaction
    .insertInto('memberships')
    .values({ owner_id: caller.id, email, role, places, secret_hash: hashOfSecret(secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(
    transaction,
    caller,
    'staff_invited',
    { id, name: email },
    { role, ...named(places) },
  )
  return { made: await findStaff(transaction, id), secret }
}

/** @throws Refusal staff_not_found, mail_needs_verified, too_many_invitations, too_many_invitations_to_address */
export async function renewInvitation(transaction: Database, caller: SignedInCaller, id: string) {
  if (!caller.email_verified) throw new Refusal('mail_needs_verified')
  // Serialized, so that concurrent calls respect the limit.
  await lockAccountsExclusively(transaction, caller)
  const invited = await transaction
    .selectFrom('memberships')
    .select('email')
    .where('id', '=', id)
    .where('owner_id', '=', caller.id)
    .executeTakeFirst()
  if (invited) await refuseTooManyInvitations(transaction, caller, invited.email)
  const secret = newSecret()
  const renewed = await transaction
    .updateTable('memberships')
    .set({ secret_hash: hashOfSecret(secret), invited_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', caller.id)
    .where('member_id', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (!renewed) throw new Refusal('staff_not_found')
  await recordEvent(transaction, caller, 'staff_invitation_sent_again', { id, name: renewed.email })
  return { made: await findStaff(transaction, id), secret }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Prevents mailing any address without limit by removing and inviting again. */
async function refuseTooManyInvitations(
  transaction: Database,
  { id }: SignedInCaller,
  email: string,
): Promise<void> {
  const { count, same } = await transaction
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`count(*) filter (where subject = ${email})`.as('same'))
    .where('actor_id', '=', id)
    .where('action', 'in', ['staff_invited', 'staff_invitation_sent_again'])
    .where(lastDay)
    .executeTakeFirstOrThrow()
  if (count >= limits.invitationsADay) throw new Refusal('too_many_invitations')
  if (same >= limits.invitationsToAddress) throw new Refusal('too_many_invitations_to_address')
}

/** Places for the audit trail; null for all places. */
function named(places: string[] | null) {
  return places && { places: inWords(places) }
}

const inWords = (places: string[] | null) => places?.join(', ') ?? '–'

/** @throws Refusal staff_not_found */
export async function changeStaff(
  transaction: Database,
  caller: SignedInCaller,
  signInSecrets: string,
  id: string,
  changes: Changes,
) {
  await lockProvenAccount(transaction, caller, signInSecrets)
  const before = await transaction
    .selectFrom('memberships')
    .select(['email', 'role', 'places'])
    .where('id', '=', id)
    .where('owner_id', '=', caller.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('staff_not_found')
  const { role = before.role, places = before.places } = changes
  await transaction.updateTable('memberships').set({ role, places }).where('id', '=', id).execute()
  const details = {
    role: `${before.role} → ${role}`,
    ...(!isDeepStrictEqual(before.places, places) && {
      places: `${inWords(before.places)} → ${inWords(places)}`,
    }),
  }
  await recordEvent(transaction, caller, 'staff_role_changed', { id, name: before.email }, details)
  return findStaff(transaction, id)
}

/** Lists the locations of the caller's devices. */
export async function listPlaces(database: Database, caller: SignedInCaller) {
  const found = await database
    .selectFrom('devices')
    .select('location')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(ownedDevice(caller))
    .orderBy('location')
    .limit(limits.placesListed)
    .execute()
  return { data: found.map(({ location }) => location) }
}

/** @throws Refusal staff_not_found if they do not work for the caller */
export async function removeStaff(transaction: Database, caller: SignedInCaller, id: string) {
  await lockSession(transaction, caller)
  const removed = await transaction
    .deleteFrom('memberships')
    .where('id', '=', id)
    .where('owner_id', '=', caller.id)
    .returning('email')
    .executeTakeFirst()
  if (!removed) throw new Refusal('staff_not_found')
  await recordEvent(transaction, caller, 'staff_removed', { id, name: removed.email })
}
