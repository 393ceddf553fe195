import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { preparedStatement } from '../database/client.ts'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Acting } from './caller.ts'

/** Who calls, in which session. */
type CallerInSession = Pick<Caller, 'id'> & {
  session_id: string
  acting?: Pick<Acting, 'id' | 'membership_id' | 'role' | 'places'> | null
}

/**
 * An account is locked before its sessions, and those before what belongs to it. Whoever changes what
 * opens an account locks it alone, whoever leaves something in it together with others: what a call
 * has under way while the account is taken over comes before that, or not at all.
 */
export async function lockAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['email_verified', 'password_hash', 'closed_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Until the transaction ends nobody changes what opens the account. */
export async function shareAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['password_hash', 'closed_at', 'is_guest'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow()
}

/**
 * For what outlives a session: the one of this call goes on until the transaction ends.
 * So does the work for somebody else that it is part of, in the role and at the places that the call was let in with.
 * @param others whose accounts are kept from changing, too
 * @throws Refusal session_expired, not_staff, staff_changed
 */
export async function holdSession(
  transaction: Database,
  caller: CallerInSession,
  ...others: string[]
): Promise<void> {
  await sql`${preparedStatement} select ${heldSession(caller, others)}`.execute(transaction)
}

/** The same for what adds up: nobody else is at work in these accounts. */
export async function holdAlone(
  transaction: Database,
  caller: CallerInSession,
  ...others: string[]
): Promise<void> {
  const ids = [caller.id, ...others, ...(caller.acting ? [caller.acting.id] : [])]
  await sql`select from users where id = any (${ids}::uuid[]) order by id for no key update`.execute(
    transaction,
  )
  await holdSession(transaction, caller, ...others)
}

/** The same in SQL, where the id of the caller's account stands. */
export function heldSession({ id, session_id, acting }: CallerInSession, others: string[] = []) {
  if (!acting) return sql<string>`hold_session(${id}, ${session_id}, ${others}::uuid[])`
  return sql<string>`hold_session(${id}, ${session_id}, ${[...others, acting.id]}::uuid[],
    ${acting.membership_id}::uuid, ${acting.role}, ${acting.places}::text[])`
}

/**
 * For what an admin does to an account: until the transaction ends nobody takes the power of the one, or
 * changes the other.
 * @throws Refusal admin_only, session_expired
 */
export async function holdPower(
  transaction: Database,
  caller: CallerInSession,
  account: string,
): Promise<void> {
  const locked = await transaction
    .selectFrom('users')
    .select(['id', sql<boolean>`is_admin(users)`.as('is_admin')])
    .where('id', 'in', [caller.id, account])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await refuseEndedSession(transaction, caller)
  if (!locked.some(({ id, is_admin }) => id === caller.id && is_admin)) {
    throw new Refusal('admin_only')
  }
}

/**
 * The same for what opens the account.
 * @throws Refusal session_expired
 */
export async function holdAccount(transaction: Database, caller: CallerInSession) {
  if (caller.acting) await holdAlone(transaction, caller)
  const account = await lockAccount(transaction, caller.id)
  await refuseEndedSession(transaction, caller)
  return account
}

/** A statement of its own, which sees what was done while the account was waited for. */
async function refuseEndedSession(transaction: Database, caller: CallerInSession): Promise<void> {
  const session = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', caller.session_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!session) throw new Refusal('session_expired')
}
