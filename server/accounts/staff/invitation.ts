import { createHash } from 'node:crypto'
import type { StaffRole } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { rightsOfStaff } from '@coinless/contract/staff.ts'
import { type SqlBool, sql } from 'kysely'
import { listPage, type PageRequest } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** On `memberships`: a valid invitation. A time in the future comes from a clock that was set back, and is accepted. */
export const isInvited = sql<SqlBool>`member_id is null
  and invited_at > now() - make_interval(days => ${sql.lit(limits.invitationDays)})`

export const lastDay = sql<SqlBool>`created_at > now() - interval '1 day'`

export function selectAccounts(database: Database) {
  return database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['memberships.id', 'owner_id as account_id', 'role', 'places'])
    .select(['users.full_name', 'users.email', 'users.email_verified', 'users.roles'])
    .select(sql<Date>`joined_at`.as('joined_at'))
}

/** Lists the accounts that the caller works for. */
export async function listAccounts(database: Database, { id }: SignedInCaller, asked: PageRequest) {
  const order = sql`memberships.created_at desc, memberships.id desc`
  const works = selectAccounts(database).where('member_id', '=', id)
  const { data, pagination } = await listPage(database, works, asked, order)
  return { data: data.map(withRights), pagination }
}

export function withRights<
  Account extends {
    role: StaffRole
    places: string[] | null
    roles: string[]
    email_verified: boolean
  },
>(found: Account) {
  const { roles, ...account } = found
  const owner = { roles, email_verified: found.email_verified }
  return { ...account, rights: [...rightsOfStaff(account.role, owner, account.places)] }
}

/** On `memberships`: the valid invitation with this secret, if it is for this caller. */
function isFor({ id, email, email_verified }: SignedInCaller, secret: string) {
  return sql<SqlBool>`secret_hash = ${hashOfSecret(secret)} and ${isInvited}
    and memberships.email = ${email} and ${email_verified} and owner_id <> ${id}`
}

/** @throws Refusal invitation_not_found */
export async function findInvitation(database: Database, caller: SignedInCaller, secret: string) {
  const found = await selectAccounts(database).where(isFor(caller, secret)).executeTakeFirst()
  if (!found) throw new Refusal('invitation_not_found')
  const { full_name, email, role, places } = found
  return { full_name, email, role, places }
}

/**
 * Accepts an invitation to the caller's verified address only, so that a misdirected link is useless.
 * @throws Refusal invitation_not_found
 */
export async function acceptInvitation(
  transaction: Database,
  caller: SignedInCaller,
  secret: string,
) {
  const invitation = await transaction
    .selectFrom('memberships')
    .select(['id', 'owner_id'])
    .where(isFor(caller, secret))
    .executeTakeFirst()
  if (!invitation) throw new Refusal('invitation_not_found')
  await lockSession(transaction, caller, invitation.owner_id)
  const joined = await transaction
    .updateTable('memberships')
    .set({ member_id: caller.id, joined_at: sql<Date>`now()`, secret_hash: null })
    .where(isFor(caller, secret))
    .returning(['id', 'owner_id', 'role'])
    .executeTakeFirst()
  if (!joined) throw new Refusal('invitation_not_found')
  await recordEvent(
    transaction,
    { ...caller, id: joined.owner_id, acting: { id: caller.id } },
    'staff_joined',
    { id: joined.id, name: caller.email },
    { role: joined.role },
  )
  return withRights(
    await selectAccounts(transaction)
      .where('memberships.id', '=', joined.id)
      .executeTakeFirstOrThrow(),
  )
}

/** @throws Refusal staff_not_found if the caller does not work there */
export async function leaveStaff(transaction: Database, caller: SignedInCaller, id: string) {
  await lockSession(transaction, caller)
  const left = await transaction
    .deleteFrom('memberships')
    .where('id', '=', id)
    .where('member_id', '=', caller.id)
    .returning('owner_id')
    .executeTakeFirst()
  if (!left) throw new Refusal('staff_not_found')
  const actor = { ...caller, id: left.owner_id, acting: { id: caller.id } }
  await recordEvent(transaction, actor, 'staff_left', { id, name: caller.email })
}
