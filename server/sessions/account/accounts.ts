import { User } from '@coinless/contract/users.ts'
import type { Insertable } from 'kysely'
import type { Origin } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../audit/audit.ts'

const userColumns = columns(User)

/** @throws violation of `users_email_taken`, which is answered as email_taken */
export async function createUser(database: Database, user: Insertable<Tables['users']>) {
  return database.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow()
}

/** @throws violation of `users_email_taken`, which is answered as email_taken */
export async function registerUser(
  database: Database,
  origin: Origin,
  user: Insertable<Tables['users']>,
) {
  return database.transaction().execute(async (transaction) => {
    const { id, ...created } = await createUser(transaction, user)
    await recordEvent(transaction, { ...origin, id }, 'account_registered', { id })
    return { id, ...created }
  })
}

/** Finds an account by address, including its password hash. */
export async function accountOf(database: Database, email: string) {
  return database
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** @throws Refusal user_not_found */
export async function findUser(database: Database, id: string) {
  const user = await database
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Refusal('user_not_found')
  return user
}
