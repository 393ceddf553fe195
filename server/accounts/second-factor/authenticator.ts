import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { User } from '@coinless/contract/users.ts'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../platform/database/connection.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'

const stepSeconds = 30
/** Accepts one step early or late, because clocks differ. */
const window = 1
const secretBytes = 20

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
function totp({ email }: Pick<User, 'email'>, secret: Secret): TOTP {
  return new TOTP({ issuer: 'Coinless', label: email, secret, period: stepSeconds })
}

/** Stores a new secret, which has no effect until one of its codes is confirmed. */
export async function addSecret(
  database: Database,
  serverSecret: string,
  user: Pick<User, 'id' | 'email'>,
) {
  const secret = new Secret({ size: secretBytes })
  const sealed_secret = seal(serverSecret, secret.bytes, user.id)
  const kept = await database
    .insertInto('authenticators')
    .values({ user_id: user.id, sealed_secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret, last_step: 0 })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return kept && { secret: secret.base32, uri: totp(user, secret).toString() }
}

export async function hasAuthenticator(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Secret of the confirmed authenticator, or of the one being added. */
export async function sealedSecretOf(
  database: Database,
  userId: string,
): Promise<Buffer | undefined> {
  const found = await database
    .selectFrom('authenticators')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.sealed_secret
}

/** Uses up a code of the app. @returns whether it is valid and was not used before */
export async function redeemAppCode(
  database: Database,
  serverSecret: string,
  user: Pick<User, 'id' | 'email'>,
  code: string,
): Promise<boolean> {
  const sealed = await sealedSecretOf(database, user.id)
  const bytes = sealed && open(serverSecret, sealed, user.id)
  if (!bytes) return false
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const now = Date.now()
  const token = codeKey(code)
  const delta = totp(user, secret).validate({ token, timestamp: now, window })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / stepSeconds) + delta
  const used = await database
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', user.id)
    // A later step than that of any valid code was used while the clock was ahead.
    .where((each) =>
      each.or([each('last_step', '<', step), each('last_step', '>', step + 2 * window)]),
    )
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
