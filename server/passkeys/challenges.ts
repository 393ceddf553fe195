import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** @param userId who makes a passkey; null at sign-in, when nobody has said who they are */
export async function keepChallenge(
  database: Database,
  challenge: string,
  userId: string | null,
): Promise<void> {
  await database
    .insertInto('passkey_challenges')
    .values({
      challenge,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(mins => ${limits.passkeyChallengeMinutes})`,
    })
    .execute()
}

/** Whether it was given for this purpose, not long ago. It is good once. */
export async function isChallenge(
  database: Database,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const used = await database
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where(sql<boolean>`user_id is not distinct from ${userId}`)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return used !== undefined
}
