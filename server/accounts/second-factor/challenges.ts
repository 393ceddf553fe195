import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** To sign in, when nobody has said who they are, or to show that the owner of an account is there. */
export type SigningPurpose =
  | { purpose: 'sign_in'; user_id: null }
  | { purpose: 'proof'; user_id: string }

/** What a browser is asked to sign for. */
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

/** Whether it was given for this purpose, not long ago. It is good once. */
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
