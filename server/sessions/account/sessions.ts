import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type me, User } from '@coinless/contract/users.ts'
import DataLoader from 'dataloader'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import { shareAccount } from '../../http/request/account-lock.ts'
import type {
  CallerOfSession,
  Origin,
  SessionLookup,
  SignedInCaller,
} from '../../http/request/caller.ts'
import { networkOf } from '../../http/request/caller-address.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../audit/audit.ts'
import { firstToken, hashOf } from './refresh-tokens.ts'

const userColumns = columns(User)

/**
 * Looks up the caller of a session that has neither ended nor expired. Nothing is cached; lookups of the same moment
 * share one statement.
 */
export function sessionLookup(database: Database): SessionLookup {
  // Compiled once: compiling for each call took longer than verifying its token.
  const statement = callersOf(database, []).compile()
  const find = async (ids: readonly string[]) => {
    const { rows } = await database.executeQuery<CallerOfSession>({
      ...statement,
      parameters: [ids],
    })
    const bySession = new Map(rows.map((caller) => [caller.session_id, caller]))
    return ids.map((id) => bySession.get(id))
  }
  const lookup = new DataLoader(find, { cache: false, batchScheduleFn: setImmediate })
  return async (sessionId, userId) => {
    const caller = await lookup.load(sessionId)
    return caller?.id === userId ? caller : undefined
  }
}

function callersOf(database: Database, sessionIds: readonly string[]) {
  return database
    .selectFrom('users')
    .modifyFront(preparedStatement)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(userColumns.map((column) => `users.${column}` as const))
    .leftJoin('api_keys', 'api_keys.id', 'sessions.id')
    .select(['sessions.id as session_id', 'sessions.second_factor', 'sessions.is_registration'])
    .select(['api_keys.name as api_key', 'api_keys.rights'])
    .where('sessions.id', '=', sql<string>`any (${sessionIds}::uuid[])`)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
}

/** How a user has authenticated. */
export interface Proof {
  secondFactor?: boolean
  isRegistration?: boolean
  /** Checks whether the proof still opens the account. Called with the account locked against changes. */
  isStillGood?: (
    transaction: Database,
    account: { password_hash: string },
  ) => boolean | Promise<boolean>
}

/**
 * Opens a session and returns its first refresh token, which is stored only as a hash.
 * @throws Refusal wrong_credentials
 */
export async function openSession(
  database: Database,
  userId: string,
  { language, ...origin }: Origin & { language?: Language },
  { secondFactor = false, isRegistration = false, isStillGood = () => true }: Proof = {},
) {
  const refreshToken = firstToken()
  return database.transaction().execute(async (transaction) => {
    const account = await shareAccount(transaction, userId)
    if (account.closed_at || !(await isStillGood(transaction, account))) {
      throw new Refusal('wrong_credentials')
    }
    const { id } = await transaction
      .insertInto('sessions')
      .values({
        user_id: userId,
        user_agent: origin.user_agent,
        network: networkOf(origin.address),
        second_factor: secondFactor,
        is_registration: isRegistration,
        language: language ?? null,
        expires_at: sql<Date>`now() + make_interval(days => ${daysOf(account)})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('refresh_tokens')
      .values({ token_hash: hashOf(refreshToken), session_id: id })
      .execute()
    await recordEvent(transaction, { ...origin, id: userId }, 'signed_in', { id: userId })
    return { id, refreshToken }
  })
}

/** Lifetime of a session in days. Guests have only one, which each use extends. */
function daysOf({ is_guest }: { is_guest: boolean }): number {
  return is_guest ? limits.guestDays : limits.sessionDays
}

/** Ends active sessions; callers add the conditions. */
export function endSessions(database: Database) {
  return database
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
}

/** Does nothing if the session has already ended. */
export async function signOut(
  database: Database,
  claims: { sid: string; sub: string },
  origin: Origin,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction)
      .where('id', '=', claims.sid)
      .where('user_id', '=', claims.sub)
      .returning('id')
      .executeTakeFirst()
    const account = { id: claims.sub }
    if (ended) await recordEvent(transaction, { ...origin, ...account }, 'signed_out', account)
  })
}

/** Marks the call's session as opened with a second factor. */
export async function markProven(transaction: Database, caller: SignedInCaller): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ second_factor: true })
    .where('id', '=', caller.session_id)
    .execute()
}

/** Clears the second-factor mark of a user's sessions if no second factor remains. */
export async function unproveWithoutFactor(transaction: Database, userId: string): Promise<void> {
  await sql`update sessions set second_factor = false
    where user_id = ${userId} and second_factor and ended_at is null
      and not exists (
        select from authenticators where user_id = ${userId} and confirmed_at is not null
      )
      and not exists (select from passkeys where user_id = ${userId})`.execute(transaction)
}

/** On `sessions`: opened by a sign-in, not owned by an API key. */
export const isOfPerson = sql<SqlBool>`not exists (
  select from api_keys where api_keys.id = sessions.id
)`

/** Lists the caller's active sessions. */
export async function listSessions(
  database: Database,
  { id, session_id }: SignedInCaller,
  query: z.output<typeof me.sessions.query>,
) {
  return listPage(
    database,
    database
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
      .select(sql<boolean>`id = ${session_id}`.as('is_current'))
      .where('user_id', '=', id)
      .where(isOfPerson)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`),
    query,
  )
}

/** @throws Refusal session_not_found if it is not the caller's or has ended */
export async function endOwnSession(database: Database, caller: SignedInCaller, sessionId: string) {
  await database.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction)
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.id)
      .where(isOfPerson)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw new Refusal('session_not_found')
    await recordEvent(transaction, caller, 'session_ended', { id: caller.id })
  })
}

/** Ends all sessions and API keys, and the calendar feed, of a user. @returns whether there were sessions or keys */
export async function endAllSessions(database: Database, userId: string): Promise<boolean> {
  const ended = await endSessions(database).where('user_id', '=', userId).returning('id').execute()
  await endOtherAccess(database, userId)
  return ended.length > 0
}

/**
 * Ends all other sessions of the caller.
 * @param alsoKeys also ends API keys, invitations and the calendar feed, because sign-in data has changed and an
 *   intruder may have made them
 */
export async function endOtherSessions(
  transaction: Database,
  caller: SignedInCaller,
  { alsoKeys }: { alsoKeys: boolean },
): Promise<void> {
  const ended = await endSessions(transaction)
    .where('user_id', '=', caller.id)
    .where(alsoKeys ? sql<SqlBool>`true` : isOfPerson)
    .where('id', '<>', caller.session_id)
    .returning('id')
    .execute()
  if (alsoKeys) await endOtherAccess(transaction, caller.id)
  if (ended.length > 0) await recordEvent(transaction, caller, 'session_ended', { id: caller.id })
}

/** An intruder may have invited themselves. Accepted invitations stay: the owner was notified by mail. */
async function endOtherAccess(transaction: Database, userId: string): Promise<void> {
  await transaction
    .deleteFrom('memberships')
    .where('owner_id', '=', userId)
    .where('member_id', 'is', null)
    .execute()
  await transaction.deleteFrom('calendars').where('user_id', '=', userId).execute()
}
