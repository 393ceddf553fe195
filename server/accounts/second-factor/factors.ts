import { sql } from 'kysely'
import { holdAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
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

/** The password and the factors of an account in one text, which is another once any of them is. */
export async function openersOf(database: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ openers: string }>`select concat_ws(' ',
      password_hash,
      (select encode(sealed_secret, 'hex') from authenticators
        where user_id = users.id and confirmed_at is not null),
      (select string_agg(id::text, ' ' order by id) from passkeys where user_id = users.id)
    ) as openers from users where id = ${userId}`.execute(database)
  return rows[0]?.openers ?? ''
}

/**
 * holdAccount for what its owner had to be shown to be there for: a proof counts no more when the
 * account has got or lost a factor since, or another password.
 * @param openers those that the proof was judged by
 * @throws Refusal session_expired, factor_needed
 */
export async function holdProvenAccount(
  transaction: Database,
  caller: SignedInCaller,
  openers: string,
): Promise<void> {
  await holdAccount(transaction, caller)
  if ((await openersOf(transaction, caller.id)) !== openers) throw new Refusal('factor_needed')
}

/**
 * Ends what was begun to add a factor and is not finished. It may have been begun when the account had
 * none, by somebody who only knew the password, or with one that is lost and was replaced since.
 */
export async function endBegunFactors(transaction: Database, userId: string): Promise<void> {
  await transaction
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await transaction.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
}
