import { isAdmin } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { findUser } from '../accounts/accounts.ts'
import { endOtherSessions, markProven, unproveWithoutFactor } from '../accounts/sessions.ts'
import { record } from '../audit/audit.ts'
import { holdAccount } from '../calls/account-lock.ts'
import type { SignedInPerson } from '../calls/person.ts'
import type { AppConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'
import { addSecret, hasAuthenticator, redeemAppCode, sealedSecretOf } from './authenticator.ts'
import { endBegunFactors, hasFactor, hasPasskey, holdProvenAccount } from './factors.ts'
import { guessed } from './proof.ts'
import { deleteUselessRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

interface Parts {
  config: AppConfig
  database: Database
}

/** How somebody's account is protected beside its password. */
export async function findSecondFactor({ config, database }: Parts, person: SignedInPerson) {
  const user = await findUser(database, person.id)
  const { count } = await database
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    passkey: await hasPasskey(database, person.id),
    authenticator: await hasAuthenticator(database, person.id),
    recovery_codes_left: count,
    is_required: config.requireAdmin2fa && isAdmin(user),
    is_proven: person.second_factor,
  }
}

/**
 * @param openers what opened the account when its owner was shown to be there
 * @throws Refusal factor_needed, second_factor_exists
 */
export async function addAuthenticator(
  { config, database }: Parts,
  person: SignedInPerson,
  openers: string,
) {
  const added = await database.transaction().execute(async (transaction) => {
    await holdProvenAccount(transaction, person, openers)
    return addSecret(transaction, config.jwtSecret, person)
  })
  if (!added) throw new Refusal('second_factor_exists')
  return added
}

/**
 * From now on sign-in asks for it. Whoever is signed in elsewhere has not shown it, and is out.
 * @throws Refusal wrong_second_factor, too_many_guesses, second_factor_exists
 */
export async function confirmAuthenticator(parts: Parts, person: SignedInPerson, code: string) {
  const { config, database } = parts
  const begun = await sealedSecretOf(database, person.id)
  await guessed(parts, person, person, () =>
    redeemAppCode(database, config.jwtSecret, person, code),
  )
  return database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, person)
    const confirmed = await transaction
      .updateTable('authenticators')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('user_id', '=', person.id)
      .where('confirmed_at', 'is', null)
      // Another may have been begun since the code was judged.
      .where('sealed_secret', '=', begun ?? null)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) {
      const isOn = await hasAuthenticator(transaction, person.id)
      throw new Refusal(isOn ? 'second_factor_exists' : 'wrong_second_factor')
    }
    await endBegunFactors(transaction, person.id)
    await record(transaction, person, 'authenticator_added', { id: person.id })
    await markProven(transaction, person)
    await endOtherSessions(transaction, person)
    return { recovery_codes: await replaceRecoveryCodes(transaction, person.id) }
  })
}

/**
 * @param openers what opened the account when its owner was shown to be there
 * @throws Refusal factor_needed when there is none
 */
export async function removeAuthenticator(
  { database }: Parts,
  person: SignedInPerson,
  openers: string,
) {
  await database.transaction().execute(async (transaction) => {
    await holdProvenAccount(transaction, person, openers)
    const removed = await transaction
      .deleteFrom('authenticators')
      .where('user_id', '=', person.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('factor_needed')
    await endBegunFactors(transaction, person.id)
    await record(transaction, person, 'authenticator_removed', { id: person.id })
    await unproveWithoutFactor(transaction, person.id)
    await deleteUselessRecoveryCodes(transaction, person.id)
  })
}

/**
 * @param openers what opened the account when its owner was shown to be there
 * @throws Refusal factor_needed when there is none that they could stand in for
 */
export async function makeRecoveryCodes(
  { database }: Parts,
  person: SignedInPerson,
  openers: string,
) {
  return database.transaction().execute(async (transaction) => {
    await holdProvenAccount(transaction, person, openers)
    if (!(await hasFactor(transaction, person.id))) throw new Refusal('factor_needed')
    await endBegunFactors(transaction, person.id)
    await record(transaction, person, 'recovery_codes_made', { id: person.id })
    return { recovery_codes: await replaceRecoveryCodes(transaction, person.id) }
  })
}
