import { sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { hasAuthenticator } from './authenticator.ts'

/** Recovery codes do not count: they only replace a factor. */
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

/** Password hash and factors of an account in one text, which changes whenever one of them changes. */
export async function signInSecretsOf(database: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ secrets: string }>`select concat_ws(' ',
      password_hash,
      (select encode(sealed_secret, 'hex') from authenticators
        where user_id = users.id and confirmed_at is not null),
      (select string_agg(id::text, ' ' order by id) from passkeys where user_id = users.id)
    ) as secrets from users where id = ${userId}`.execute(database)
  return rows[0]?.secrets ?? ''
}

/**
 * lockOwnAccount for actions that need a proof by the owner, which is no longer valid if the password or a factor has
 * changed since.
 * @param signInSecrets value at the time of the proof
 * @throws Refusal session_expired, factor_needed
 */
export async function lockProvenAccount(
  transaction: Database,
  caller: SignedInCaller,
  signInSecrets: string,
): Promise<void> {
  await lockOwnAccount(transaction, caller)
  if ((await signInSecretsOf(transaction, caller.id)) !== signInSecrets)
    throw new Refusal('factor_needed')
}

/**
 * Cancels unfinished additions of a factor. They may have been started by a person who only knew the password, when the
 * account had no factor, or with a factor that was lost and replaced since.
 */
export async function endBegunFactors(transaction: Database, userId: string): Promise<void> {
  await transaction
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  await transaction.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
}
