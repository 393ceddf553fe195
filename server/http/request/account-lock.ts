import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { limitConcurrencyByName } from '../../platform/concurrency/limit-concurrency.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type { Acting } from './caller.ts'

type CallerInSession = Pick<Caller, 'id'> & {
  session_id: string
  acting?: Pick<Acting, 'id' | 'membership_id' | 'role' | 'places'> | null
}

/**
 * Lock order: account, its sessions, then its data. Changes of sign-in data lock the account exclusively, other
 * writes share it, so that a call in flight during a takeover commits before it or not at all. Locks queue in order
 * of arrival, so that a loop of calls cannot keep the owner out (docs/decisions/0111).
 */
export async function lockAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['email_verified', 'password_hash', 'closed_at'])
    .where('id', '=', sql<string>`(select acquire_account_lock(${userId}, exclusive => true))`)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Blocks changes of the account's sign-in data until the transaction ends. */
export async function shareAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['password_hash', 'closed_at', 'is_guest'])
    .where('id', '=', sql<string>`(select acquire_account_lock(${userId}))`)
    .forShare()
    .executeTakeFirstOrThrow()
}

/**
 * Keeps the call's session, and the membership with its role and places, valid until the transaction ends. For writes
 * that outlive a session.
 * @param others ids of accounts to protect from changes, too
 * @throws Refusal session_expired, not_staff, staff_changed
 */
export async function lockSession(
  transaction: Database,
  caller: CallerInSession,
  ...others: string[]
): Promise<void> {
  await sql`${preparedStatement} select ${sessionLock(caller, others)}`.execute(transaction)
}

/** Like lockSession, but locks these accounts exclusively, for sums and limits. */
export async function lockAccountsExclusively(
  transaction: Database,
  caller: CallerInSession,
  ...others: string[]
): Promise<void> {
  const ids = [caller.id, ...others, ...(caller.acting ? [caller.acting.id] : [])]
  await acquireAccountLocks(transaction, ids)
  await sql`select from users where id = any (${ids}::uuid[]) order by id for no key update`.execute(
    transaction,
  )
  await lockSession(transaction, caller, ...others)
}

/** Locks these accounts exclusively until the transaction ends. Call before locking their rows. */
export async function acquireAccountLocks(
  transaction: Database,
  ids: readonly string[],
): Promise<void> {
  const [first, ...others] = ids
  await sql`select acquire_account_lock(${first}, ${others}::uuid[], true)`.execute(transaction)
}

/** lockSession as an SQL expression that returns the id of the caller's account. */
export function sessionLock(caller: CallerInSession, others: string[] = []) {
  const all = caller.acting ? [...others, caller.acting.id] : others
  return sessionIn(sql`acquire_account_lock(${caller.id}, ${all}::uuid[])`, caller, all)
}

function sessionIn(
  account: RawBuilder<unknown>,
  { session_id, acting }: CallerInSession,
  others: string[],
) {
  if (!acting) return sql<string>`lock_session(${account}, ${session_id}, ${others}::uuid[])`
  return sql<string>`lock_session(${account}, ${session_id}, ${others}::uuid[],
    ${acting.membership_id}::uuid, ${acting.role}, ${acting.places}::text[])`
}

/** Number of attempts that yield to an exclusive lock; the next one shares the account from its start. */
const timesGivingWay = 3
const inTurn = limitConcurrencyByName(limits.longCallsAtOnce)
const inTurnOfPerson = limitConcurrencyByName(limits.longCallsAtOnce)
const lockNotAvailable = '55P03'

/** Must run first in the transaction of such work. */
export type Begin = (transaction: Database) => Promise<void>

/**
 * Runs long work that locks the account only at its end, by confirmSession. If someone has it exclusively then, the
 * work rolls back and starts over, a few times. Work on one account runs serially, with one place in the queue per
 * person.
 * @throws Refusal session_expired, not_staff, staff_changed
 */
export function yieldToExclusive<T>(
  database: Database,
  caller: CallerInSession,
  work: (begin: Begin) => Promise<T>,
): Promise<T> {
  const person = `${caller.acting?.id ?? caller.id} for ${caller.id}`
  return inTurnOfPerson(person, () => inTurn(caller.id, () => untilDone(database, caller, work)))
}

async function untilDone<T>(
  database: Database,
  caller: CallerInSession,
  work: (begin: Begin) => Promise<T>,
) {
  const hold = (transaction: Database) => lockSession(transaction, caller)
  for (let left = timesGivingWay; left > 0; left--) {
    await database.transaction().execute(hold)
    try {
      return await work(async () => {})
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
    }
  }
  return work(hold)
}

/**
 * Must run last in the transaction of such work. Does not wait, because the transaction holds locks that others wait
 * for.
 */
export async function lockSessionNowait(transaction: Database, caller: CallerInSession) {
  const others = caller.acting ? [caller.acting.id] : []
  await sql`select from users where id = any (${[caller.id, ...others]}::uuid[])
    order by id for share nowait`.execute(transaction)
  await sql`select ${sessionIn(sql`${caller.id}`, caller, others)}`.execute(transaction)
}

/**
 * Locks an admin's permissions and the account that the admin changes until the transaction ends.
 * @throws Refusal admin_only, session_expired
 */
export async function lockPermissions(
  transaction: Database,
  caller: CallerInSession,
  account: string,
): Promise<void> {
  await acquireAccountLocks(transaction, [caller.id, account])
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
 * Locks the account for a change of its sign-in data.
 * @throws Refusal session_expired
 */
export async function lockOwnAccount(transaction: Database, caller: CallerInSession) {
  if (caller.acting) await lockAccountsExclusively(transaction, caller)
  const account = await lockAccount(transaction, caller.id)
  await refuseEndedSession(transaction, caller)
  return account
}

/** A separate statement, so that it sees commits made while it waited for the account. */
async function refuseEndedSession(transaction: Database, caller: CallerInSession): Promise<void> {
  const session = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', caller.session_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!session) throw new Refusal('session_expired')
}
