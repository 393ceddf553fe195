import { type adminUsers, User } from '@coinless/contract/users.ts'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { contains, listPage } from '../database/list.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'

const userColumns = columns(User)

/** @throws the violation of `users_email_taken`, which is answered as the refusal email_taken. */
export async function createUser(database: Database, user: Insertable<Tables['users']>) {
  return database.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow()
}

/** The account of an address together with its password's hash. */
export async function accountOf(database: Database, email: string) {
  return database
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function renameUser(database: Database, id: string, fullName: string) {
  return database
    .updateTable('users')
    .set({ full_name: fullName })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

export async function listUsers(database: Database, query: z.output<typeof adminUsers.list.query>) {
  return listPage(
    database
      .selectFrom('users')
      .select(userColumns)
      .where(contains(['email', 'full_name'], query.search)),
    query,
  )
}

/** A role that somebody has already is not stored again. */
export async function assignRole(database: Database, id: string, role: string) {
  const user = await database
    .updateTable('users')
    .set({
      roles: sql<
        string[]
      >`case when ${role} = any(roles) then roles else roles || ${role}::text end`,
    })
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst()
  if (!user) throw new Refusal('user_not_found')
  return user
}

/** @throws Refusal last_admin, user_not_found */
export async function removeRole(database: Database, id: string, role: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Locked, so that two admins who remove each other do not both go.
    const admins = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`'admin' = any(roles)`)
      .orderBy('id')
      .forUpdate()
      .execute()
    const isLastAdmin = admins.length === 1 && admins[0]?.id === id
    if (role === 'admin' && isLastAdmin) throw new Refusal('last_admin')
    const user = await transaction
      .updateTable('users')
      .set({ roles: sql<string[]>`array_remove(roles, ${role})` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!user) throw new Refusal('user_not_found')
  })
}
