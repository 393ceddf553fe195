import type { OwnerProof } from '@coinless/contract/second-factor.ts'
import type { User } from '@coinless/contract/users.ts'
import type { FastifyRequest } from 'fastify'
import type { Origin, SignedInCaller } from '../../http/request/caller.ts'
import { passkeyOrigin } from '../../http/request/session.ts'
import { attempt, secondFactorThrottle } from '../../http/throttle/failed-attempts.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { confirmPassword } from '../../sessions/account/password.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { hasAuthenticator, redeemAppCode } from './authenticator.ts'
import { hasFactor, signInSecretsOf } from './factors.ts'
import { userOfPasskey } from './passkey-signing.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'

interface Parts {
  config: AppConfig
  database: Database
}

/**
 * Protects actions that a stolen session or a known password alone must not allow. Requires the password, and a second
 * factor if the account has one.
 * @returns signInSecrets for holdProvenAccount, which detects later changes of the password or the factors
 * @throws Refusal wrong_password, factor_needed, wrong_second_factor, passkey_not_accepted, too_many_attempts
 */
export async function proveOwner(
  parts: Parts,
  caller: SignedInCaller,
  request: FastifyRequest,
  { current_password, second_factor, passkey }: OwnerProof,
): Promise<string> {
  const { database } = parts
  const signInSecrets = await signInSecretsOf(database, caller.id)
  await confirmPassword(parts, caller, current_password)
  if (!(await hasFactor(database, caller.id))) return signInSecrets
  const purpose = { purpose: 'proof', user_id: caller.id } as const
  if (passkey) await userOfPasskey(database, passkeyOrigin(parts, request), passkey, purpose)
  else if (second_factor) await redeemSecondFactor(parts, caller, caller, second_factor)
  else throw new Refusal('factor_needed')
  return signInSecrets
}

/**
 * Requires the second factor at sign-in, if the account has an authenticator.
 * @returns whether it was proven
 * @throws Refusal second_factor_needed, wrong_second_factor, too_many_attempts
 */
export async function proveSecondFactor(
  parts: Parts,
  user: Pick<User, 'id' | 'email'>,
  code: string | undefined,
  origin: Origin,
): Promise<boolean> {
  if (!(await hasAuthenticator(parts.database, user.id))) return false
  if (code === undefined) throw new Refusal('second_factor_needed')
  await redeemSecondFactor(parts, user, origin, code)
  return true
}

/** Accepts a code of a confirmed authenticator, or a recovery code, and uses it up. */
async function redeemSecondFactor(
  parts: Parts,
  user: Pick<User, 'id' | 'email'>,
  origin: Origin,
  code: string,
) {
  const { config, database } = parts
  await attemptFactor(parts, user, origin, async () => {
    const isOfApp =
      (await hasAuthenticator(database, user.id)) &&
      (await redeemAppCode(database, config.jwtSecret, user, code))
    return isOfApp || redeemRecoveryCode(database, user.id, code)
  })
}

/** Counts and throttles wrong codes, because six digits are few. */
export async function attemptFactor(
  { config, database }: Parts,
  user: Pick<User, 'id' | 'email'>,
  origin: Origin,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const throttle = secondFactorThrottle({ config }, user, origin)
  if (await attempt(database, throttle, isRight)) return
  await recordEvent(database, origin, 'sign_in_failed', { id: user.id })
  throw new Refusal('wrong_second_factor')
}
