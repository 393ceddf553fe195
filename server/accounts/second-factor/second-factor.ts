import { isAdmin } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findUser } from '../../sessions/account/accounts.ts'
import {
  endOtherSessions,
  markProven,
  unproveWithoutFactor,
} from '../../sessions/account/sessions.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { addSecret, hasAuthenticator, redeemAppCode, sealedSecretOf } from './authenticator.ts'
import { endBegunFactors, hasFactor, hasPasskey, lockProvenAccount } from './factors.ts'
import { attemptFactor } from './proof.ts'
import { deleteUselessRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

interface Parts {
  config: AppConfig
  database: Database
}

/** Second factors of the caller's account. */
export async function findSecondFactor({ config, database }: Parts, caller: SignedInCaller) {
  const user = await findUser(database, caller.id)
  const { count } = await database
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', caller.id)
    .executeTakeFirstOrThrow()
  return {
    passkey: await hasPasskey(database, caller.id),
    authenticator: await hasAuthenticator(database, caller.id),
    recovery_codes_left: count,
    is_required: config.requireAdmin2fa && isAdmin(user),
    is_proven: caller.second_factor,
  }
}

/**
 * @param signInSecrets result of proveOwner
 * @throws Refusal factor_needed, second_factor_exists
 */
export async function addAuthenticator(
  { config, database }: Parts,
  caller: SignedInCaller,
  signInSecrets: string,
) {
  const added = await database.transaction().execute(async (transaction) => {
    await lockProvenAccount(transaction, caller, signInSecrets)
    return addSecret(transaction, config.jwtSecret, caller)
  })
  if (!added) throw new Refusal('second_factor_exists')
  return added
}

/**
 * Turns on the authenticator for sign-in, and ends all other sessions, which have not proven it.
 * @throws Refusal wrong_second_factor, too_many_attempts, second_factor_exists
 */
export async function confirmAuthenticator(parts: Parts, caller: SignedInCaller, code: string) {
  const { config, database } = parts
  const begun = await sealedSecretOf(database, caller.id)
  await attemptFactor(parts, caller, caller, () =>
    redeemAppCode(database, config.jwtSecret, caller, code),
  )
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    const confirmed = await transaction
      .updateTable('authenticators')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is', null)
      // The secret may have been replaced since the code was checked.
      .where('sealed_secret', '=', begun ?? null)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) {
      const isOn = await hasAuthenticator(transaction, caller.id)
      throw new Refusal(isOn ? 'second_factor_exists' : 'wrong_second_factor')
    }
    await endBegunFactors(transaction, caller.id)
    await recordEvent(transaction, caller, 'authenticator_added', { id: caller.id })
    await markProven(transaction, caller)
    await endOtherSessions(transaction, caller, { alsoKeys: true })
    return { recovery_codes: await replaceRecoveryCodes(transaction, caller.id) }
  })
}

/**
 * @param signInSecrets result of proveOwner
 * @throws Refusal factor_needed if there is none
 */
export async function removeAuthenticator(
  { database }: Parts,
  caller: SignedInCaller,
  signInSecrets: string,
) {
  await database.transaction().execute(async (transaction) => {
    await lockProvenAccount(transaction, caller, signInSecrets)
    const removed = await transaction
      .deleteFrom('authenticators')
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('factor_needed')
    await endBegunFactors(transaction, caller.id)
    await recordEvent(transaction, caller, 'authenticator_removed', { id: caller.id })
    await unproveWithoutFactor(transaction, caller.id)
    await deleteUselessRecoveryCodes(transaction, caller.id)
  })
}

/**
 * @param signInSecrets result of proveOwner
 * @throws Refusal factor_needed if there is no factor that the codes could replace
 */
export async function makeRecoveryCodes(
  { database }: Parts,
  caller: SignedInCaller,
  signInSecrets: string,
) {
  return database.transaction().execute(async (transaction) => {
    await lockProvenAccount(transaction, caller, signInSecrets)
    if (!(await hasFactor(transaction, caller.id))) throw new Refusal('factor_needed')
    await endBegunFactors(transaction, caller.id)
    await recordEvent(transaction, caller, 'recovery_codes_made', { id: caller.id })
    return { recovery_codes: await replaceRecoveryCodes(transaction, caller.id) }
  })
}
