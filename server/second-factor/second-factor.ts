import { isAdmin } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { type Origin, record } from '../audit/audit.ts'
import { holdAccount } from '../auth/account-lock.ts'
import {
  endOtherSessions,
  markProven,
  type SignedInPerson,
  unproveWithoutFactor,
} from '../auth/sessions.ts'
import type { AppConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { guess, secondFactorGuesser } from '../guesses/guesses.ts'
import { Refusal } from '../http/refusal.ts'
import { findUser } from '../users/users.ts'
import { addSecret, hasAuthenticator, redeemAppCode, redeemSecondFactor } from './authenticator.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

interface Parts {
  config: AppConfig
  database: Database
}

interface Account {
  id: string
  email: string
}

/** How somebody's account is protected beside its password. */
export async function findSecondFactor({ config, database }: Parts, person: SignedInPerson) {
  const { roles } = await findUser(database, person.id)
  const { count } = await database
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    authenticator: await hasAuthenticator(database, person.id),
    recovery_codes_left: count,
    is_required: config.requireAdmin2fa && isAdmin({ roles }),
    is_proven: person.second_factor,
  }
}

/**
 * Asks for the second factor at sign-in, if the account has one.
 * @returns whether it was proven
 * @throws Refusal second_factor_needed, wrong_second_factor, too_many_guesses
 */
export async function proveSecondFactor(
  { config, database }: Parts,
  account: Account,
  code: string | undefined,
  origin: Origin,
): Promise<boolean> {
  if (!(await hasAuthenticator(database, account.id))) return false
  if (code === undefined) throw new Refusal('second_factor_needed')
  await guessed({ config, database }, account, origin, () =>
    redeemSecondFactor(database, config.jwtSecret, account, code),
  )
  return true
}

/** @throws Refusal second_factor_exists */
export async function addAuthenticator({ config, database }: Parts, person: SignedInPerson) {
  const added = await database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, person)
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
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw new Refusal('second_factor_exists')
    await record(transaction, person, 'authenticator_added', { id: person.id })
    await markProven(transaction, person)
    await endOtherSessions(transaction, person)
    return { recovery_codes: await replaceRecoveryCodes(transaction, person.id) }
  })
}

/** @throws Refusal wrong_second_factor, too_many_guesses */
export async function removeAuthenticator(parts: Parts, person: SignedInPerson, code: string) {
  const { config, database } = parts
  await guessed(parts, person, person, () =>
    redeemSecondFactor(database, config.jwtSecret, person, code),
  )
  await database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, person)
    await transaction.deleteFrom('authenticators').where('user_id', '=', person.id).execute()
    await deleteRecoveryCodes(transaction, person.id)
    await record(transaction, person, 'authenticator_removed', { id: person.id })
    await unproveWithoutFactor(transaction, person.id)
  })
}

/** @throws Refusal wrong_second_factor, too_many_guesses */
export async function makeRecoveryCodes(parts: Parts, person: SignedInPerson, code: string) {
  const { config, database } = parts
  await guessed(parts, person, person, () =>
    redeemSecondFactor(database, config.jwtSecret, person, code),
  )
  return database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, person)
    await record(transaction, person, 'recovery_codes_made', { id: person.id })
    return { recovery_codes: await replaceRecoveryCodes(transaction, person.id) }
  })
}

/** Six digits are few: wrong ones are counted, and make the guesser wait. */
async function guessed(
  { config, database }: Parts,
  account: Account,
  origin: Origin,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const guesser = secondFactorGuesser({ config }, account, origin)
  if (await guess(database, guesser, isRight)) return
  await record(database, origin, 'sign_in_failed', { id: account.id })
  throw new Refusal('wrong_second_factor')
}
