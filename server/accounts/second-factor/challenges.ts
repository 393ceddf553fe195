import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Sign-in, where the user is not known yet, or proof that the owner of an account is present. */
export type SigningPurpose =
  | { purpose: 'sign_in'; user_id: null }
  | { purpose: 'proof'; user_id: string }

/** Purpose for which a browser signs a challenge. */
type ChallengePurpose = SigningPurpose | { purpose: 'creation'; user_id: string }

export async function keepChallenge(
  database: Database,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<void> {
  await database
    .insertInto('passkey_challenges')
    .values({
      challenge,
      ...purpose,
      expires_at: sql<Date>`now() + make_interval(mins => ${limits.passkeyChallengeMinutes})`,
    })
    .execute()
}

/** Whether the challenge was issued for this purpose and has not expired. It is valid once. */
export async function isChallenge(
  database: Database,
  challenge: string,
  { purpose, user_id }: ChallengePurpose,
): Promise<boolean> {
  const used = await database
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where(sql<boolean>`user_id is not distinct from ${user_id}`)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return used !== undefined
}
