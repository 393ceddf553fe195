import type { Database } from '../database/connection.ts'
import { hasAuthenticator } from './authenticator.ts'

/** Recovery codes are none: they only stand in for one. */
export async function hasFactor(database: Database, userId: string): Promise<boolean> {
  return (await hasAuthenticator(database, userId)) || (await hasPasskey(database, userId))
}

export async function hasPasskey(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Ends what was begun to add a factor and is not finished. It may have been begun when the account had
 * none, by somebody who only knew the password.
 */
export async function endBegunFactors(transaction: Database, userId: string): Promise<void> {
  await transaction
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await transaction.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
}
