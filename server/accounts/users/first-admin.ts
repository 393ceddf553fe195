import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import { hashPassword } from '../../sessions/account/passwords.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

const defaultEmail = 'admin@localhost.localdomain'

/**
 * Creates the first admin if there are no accounts.
 * @param makePassword called only then, and only if no password is given
 * @returns the address of the new account, or null
 */
export async function ensureFirstAdmin(
  database: Database,
  given: { email?: string | undefined; password?: string | undefined },
  makePassword: () => Promise<string>,
): Promise<string | null> {
  const email = given.email ?? defaultEmail
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(locks.firstAdmin)})`.execute(transaction)
    const someone = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (someone) return null
    const password = given.password ?? (await makePassword())
    const { id } = await transaction
      .insertInto('users')
      .values({
        email,
        email_verified: true,
        full_name: 'Admin',
        user_type: 'landlord',
        roles: ['admin'],
        password_hash: await hashPassword(password),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const start = { address: '', user_agent: 'the first start of the server' }
    await recordEvent(transaction, start, 'account_registered', { id })
    return email
  })
}
