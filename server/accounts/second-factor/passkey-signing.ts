import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isChallenge, keepChallenge, type SigningPurpose } from './challenges.ts'

/** Loaded when the first passkey is used. */
export const webauthn = () => import('@simplewebauthn/server')

/** Public origin of the site, such as https://coinless.example.com. */
export type PublicOrigin = string

export async function signingOptions(
  database: Database,
  origin: PublicOrigin,
  purpose: SigningPurpose,
) {
  const known = await database
    .selectFrom('passkeys')
    .select('credential_id as id')
    .where('user_id', '=', purpose.user_id)
    .execute()
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
    allowCredentials: known,
  })
  await keepChallenge(database, options.challenge, purpose)
  return { ...options }
}

/**
 * Finds the user whose passkey signed the challenge.
 * @throws Refusal passkey_not_accepted
 */
export async function userOfPasskey(
  database: Database,
  origin: PublicOrigin,
  credential: { id: string },
  purpose: SigningPurpose,
): Promise<{ id: string; user_id: string }> {
  const known = await database
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!known || (purpose.user_id && known.user_id !== purpose.user_id)) {
    throw new Refusal('passkey_not_accepted')
  }
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await accepted(
    verifyAuthenticationResponse({
      response: credential as never,
      expectedChallenge: (challenge) => isChallenge(database, challenge, purpose),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: known.counter,
      },
    }),
  )
  if (!verified) throw new Refusal('passkey_not_accepted')
  await database
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
    .where('id', '=', known.id)
    .execute()
  return known
}

/** Whether the passkey still exists. */
export async function isPasskey(database: Database, id: string): Promise<boolean> {
  const found = await database
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** The library throws on every mismatch, which is never an error of the server. */
export async function accepted<T>(verification: Promise<T>): Promise<T> {
  return verification.catch(() => {
    throw new Refusal('passkey_not_accepted')
  })
}
