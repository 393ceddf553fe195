import { lockAccount, lockOwnAccount } from '../../http/request/account-lock.ts'
import type { Origin, SignedInCaller } from '../../http/request/caller.ts'
import { attempt, passwordThrottle } from '../../http/throttle/failed-attempts.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../audit/audit.ts'
import { accountOf } from './accounts.ts'
import { startClean } from './clean-start.ts'
import { judgeEmailCode, redeemEmailCode } from './email-codes.ts'
import { hashNewPassword, isPassword } from './passwords.ts'
import { endAllSessions, endOtherSessions } from './sessions.ts'

interface Parts {
  config: AppConfig
  database: Database
}

/**
 * Confirms the password before an action that a stolen session must not perform.
 * @returns the password's hash, which may change right afterwards
 * @returns the hash of the password, which may be another a moment later
 * @throws Refusal wrong_password, too_many_attempts, session_expired
 */
export async function confirmPassword(
  { config, database }: Parts,
  caller: SignedInCaller,
  password: string,
): Promise<string> {
  const throttle = passwordThrottle({ config }, caller.email, caller)
  const { password_hash } = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', caller.id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow(() => new Refusal('session_expired'))
  const isRight = await attempt(database, throttle, () => isPassword(password, password_hash))
  if (!isRight) throw new Refusal('wrong_password')
  return password_hash
}

/**
 * Changes the password and ends all other sessions, for users of the old password.
 * @throws Refusal wrong_password, too_many_attempts
 */
export async function changePassword(
  parts: Parts,
  caller: SignedInCaller,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> {
  const confirmed = await confirmPassword(parts, caller, current_password)
  const changed = { password_hash: await hashNewPassword(new_password) }
  await parts.database.transaction().execute(async (transaction) => {
    const { password_hash } = await lockOwnAccount(transaction, caller)
    if (password_hash !== confirmed) throw new Refusal('wrong_password')
    await transaction.updateTable('users').set(changed).where('id', '=', caller.id).execute()
    await recordEvent(transaction, caller, 'password_changed', { id: caller.id })
    await endOtherSessions(transaction, caller, { alsoKeys: true })
  })
}

/**
 * Sets a new password: the mailed code proves access to the address, so the address becomes verified and all sessions
 * end. If it was unverified, a stranger may have registered it, so the account starts clean.
 * @throws Refusal common_password, too_busy; wrong_email_code, for an unknown address as well
 */
export async function resetPassword(
  database: Database,
  origin: Origin,
  { email, code, new_password }: { email: string; code: string; new_password: string },
): Promise<void> {
  // Hashes first for every address, so that neither answer nor timing reveals whether there is an account.
  const changed = { password_hash: await hashNewPassword(new_password), email_verified: true }
  const account = await accountOf(database, email)
  if (!account) throw new Refusal('wrong_email_code')
  const right = await judgeEmailCode(database, origin, account.id, 'password', code)
  await database.transaction().execute(async (transaction) => {
    const { email_verified } = await lockAccount(transaction, account.id)
    await redeemEmailCode(transaction, right)
    await endAllSessions(transaction, account.id)
    if (!email_verified) await startClean(transaction, origin, account.id)
    await transaction.updateTable('users').set(changed).where('id', '=', account.id).execute()
    await recordEvent(transaction, origin, 'password_reset', { id: account.id })
  })
}
