import { limits } from '@coinless/contract/limits.ts'
import { adminRole } from '@coinless/contract/permissions.ts'
import { type adminUsers, User } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { countedListPage } from '../../http/lists/counted-list.ts'
import { lockPermissions } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findUser } from '../../sessions/account/accounts.ts'
import { endAllSessions } from '../../sessions/account/sessions.ts'
import { type Actor, differences, recordEvent } from '../../sessions/audit/audit.ts'

const userColumns = columns(User)

/** Values that its version covers. */
export function changeableFacts({ full_name }: Pick<User, 'full_name'>) {
  return [full_name]
}

export async function renameUser(
  database: Database,
  caller: SignedInCaller,
  fullName: string,
  version?: string,
) {
  return database.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', caller.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    assertVersion(version, changeableFacts(before))
    const renamed = await transaction
      .updateTable('users')
      .set({ full_name: fullName })
      .where('id', '=', caller.id)
      .returning(userColumns)
      .executeTakeFirstOrThrow()
    const details = differences(before, renamed, ['full_name'])
    await recordEvent(transaction, caller, 'account_renamed', { id: caller.id }, details)
    return renamed
  })
}

export async function listUsers(database: Database, query: z.output<typeof adminUsers.list.query>) {
  return countedListPage(
    database,
    {
      table: 'users',
      query: database.selectFrom('users').select(userColumns),
      streams: [{ audience: 'users', where: sql`closed_at is null` }],
      facets: undefined,
      searched: [{ column: 'search_text' }],
    },
    query,
  )
}

/**
 * Assigns a role, unless the user already has it.
 * @throws Refusal admin_only, session_expired, too_many_roles, user_not_found
 */
export async function assignRole(
  database: Database,
  actor: SignedInCaller,
  id: string,
  role: string,
) {
  return database.transaction().execute(async (transaction) => {
    await lockPermissions(transaction, actor, id)
    const assigned = await transaction
      .updateTable('users')
      .set({ roles: sql<string[]>`roles || ${role}::text` })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(sql<boolean>`${role} <> all (roles)`)
      .where(sql<boolean>`cardinality(roles) < ${limits.rolesMax}`)
      .returning(userColumns)
      .executeTakeFirst()
    if (assigned) {
      await recordEvent(transaction, actor, 'role_assigned', { id }, { role })
      return assigned
    }
    const user = await findUser(transaction, id)
    if (!user.roles.includes(role)) throw new Refusal('too_many_roles')
    return user
  })
}

/** @throws Refusal admin_only, session_expired, user_not_found */
export async function signOutUser(
  database: Database,
  actor: SignedInCaller,
  id: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockPermissions(transaction, actor, id)
    await findUser(transaction, id)
    const isEnded = await endAllSessions(transaction, id)
    if (isEnded) await recordEvent(transaction, actor, 'session_ended', { id })
  })
}

/** @throws Refusal last_admin, admin_only, user_not_found */
export async function removeRole(
  database: Database,
  actor: Actor,
  id: string,
  role: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Locks all admins and the changed account in one statement, in the order of all account locks, so that two admins
    // cannot both remove each other. Payments continue.
    const accounts = await transaction
      .selectFrom('users')
      .select(['id', sql<boolean>`is_admin(users)`.as('is_admin')])
      .where(sql<boolean>`(id = ${id} or is_admin(users))`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const admins = accounts.filter(({ is_admin }) => is_admin)
    const isLastAdmin = admins.length === 1 && admins[0]?.id === id
    if (role === adminRole && isLastAdmin) throw new Refusal('last_admin')
    if (!admins.some((admin) => admin.id === actor.id)) throw new Refusal('admin_only')
    const removed = await transaction
      .updateTable('users')
      .set({ roles: sql<string[]>`array_remove(roles, ${role})` })
      .where('id', '=', id)
      .where(sql<boolean>`${role} = any (roles)`)
      .returning('id')
      .executeTakeFirst()
    if (removed) await recordEvent(transaction, actor, 'role_removed', { id }, { role })
    else await findUser(transaction, id)
  })
}
