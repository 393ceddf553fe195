import { User } from '@coinless/contract/users.ts'
import { record } from '../audit/audit.ts'
import { redeemEmailCode } from '../auth/email-codes.ts'
import { endOtherSessions, type SignedInPerson } from '../auth/sessions.ts'
import { columns } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'

/**
 * From now on the address gives rights. Sessions that were opened on it before end: somebody may
 * have registered it before its owner did.
 * @throws Refusal wrong_email_code
 */
export async function verifyAddress(database: Database, person: SignedInPerson, code: string) {
  await redeemEmailCode(database, person.id, 'verification', code)
  return database.transaction().execute(async (transaction) => {
    await record(transaction, person, 'address_verified', { id: person.id })
    await endOtherSessions(transaction, person)
    return transaction
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', person.id)
      .returning(columns(User))
      .executeTakeFirstOrThrow()
  })
}
