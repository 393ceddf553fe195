import { User } from '@coinless/contract/users.ts'
import type { Insertable } from 'kysely'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'

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
