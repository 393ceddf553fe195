import { hashPassword, isPassword } from '../auth/passwords.ts'
import { endOtherSessions, type SignedInPerson } from '../auth/sessions.ts'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Whoever knew the old password is signed out everywhere: all sessions but this one end.
 * @throws Refusal wrong_password
 */
export async function changePassword(
  database: Database,
  person: SignedInPerson,
  current: string,
  next: string,
): Promise<void> {
  const { password_hash } = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(current, password_hash))) throw new Refusal('wrong_password')
  const changed = { password_hash: await hashPassword(next) }
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set(changed).where('id', '=', person.id).execute()
    await endOtherSessions(transaction, person)
  })
}
