import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { turnsByName } from '../../platform/concurrency/turns.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type { Acting } from './caller.ts'

/** Who calls, in which session. */
type CallerInSession = Pick<Caller, 'id'> & {
  session_id: string
  acting?: Pick<Acting, 'id' | 'membership_id' | 'role' | 'places'> | null
}

/**
 * An account is locked before its sessions, and those before what belongs to it. Whoever changes what
 * opens an account locks it alone, whoever leaves something in it together with others: what a call
 * has under way while the account is taken over comes before that, or not at all. Both enter it in the order in
 * which they come, so that no loop of calls keeps its owner from it (docs/decisions/0206).
 */
export async function lockAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['email_verified', 'password_hash', 'closed_at'])
    .where('id', '=', sql<string>`(select enter_account(${userId}, is_alone => true))`)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Until the transaction ends nobody changes what opens the account. */
export async function shareAccount(transaction: Database, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['password_hash', 'closed_at', 'is_guest'])
    .where('id', '=', sql<string>`(select enter_account(${userId}))`)
    .forShare()
    .executeTakeFirstOrThrow()
}

/**
 * For what outlives a session: the one of this call goes on until the transaction ends.
 * So does the work for somebody else that it is part of, in the role and at the places that the call was let in with.
 * @param others whose accounts are kept from changing, too
 * @throws Refusal session_expired, not_staff, staff_changed
 */
export async function lockSession(
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
  await enterAlone(transaction, ids)
  await sql`select from users where id = any (${ids}::uuid[]) order by id for no key update`.execute(
    transaction,
  )
  await lockSession(transaction, caller, ...others)
}

/** Nobody else enters these accounts until the transaction ends. Before their rows are locked. */
export async function enterAlone(transaction: Database, ids: readonly string[]): Promise<void> {
  const [first, ...others] = ids
  await sql`select enter_account(${first}, ${others}::uuid[], true)`.execute(transaction)
}

/** The same in SQL, where the id of the caller's account stands. */
export function heldSession(caller: CallerInSession, others: string[] = []) {
  const all = caller.acting ? [...others, caller.acting.id] : others
  return sessionIn(sql`enter_account(${caller.id}, ${all}::uuid[])`, caller, all)
}

function sessionIn(
  account: RawBuilder<unknown>,
  { session_id, acting }: CallerInSession,
  others: string[],
) {
  if (!acting) return sql<string>`hold_session(${account}, ${session_id}, ${others}::uuid[])`
  return sql<string>`hold_session(${account}, ${session_id}, ${others}::uuid[],
    ${acting.membership_id}::uuid, ${acting.role}, ${acting.places}::text[])`
}

/** After so many of its ends at which somebody has the account alone, work shares it from its beginning. */
const timesGivingWay = 3
const inTurn = turnsByName(limits.longCallsAtOnce)
const inTurnOfPerson = turnsByName(limits.longCallsAtOnce)
const lockNotAvailable = '55P03'

/** The first of such work in its transaction. */
export type Begin = (transaction: Database) => Promise<void>

/**
 * For work that takes long in one transaction: it holds the session for its last moment alone, by confirmSession,
 * and so keeps nobody from the account. Whoever wants the account alone comes first, before it begins and at its end:
 * then it is undone and done again, a few times. Work of one account runs one after the other, which leaves processors
 * to others; there each person has one place in the queue.
 * @throws Refusal session_expired, not_staff, staff_changed
 */
export function givingWay<T>(
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

/** The last of such work in its transaction, which waits for nobody: it has locked what others wait for. */
export async function confirmSession(transaction: Database, caller: CallerInSession) {
  const others = caller.acting ? [caller.acting.id] : []
  await sql`select from users where id = any (${[caller.id, ...others]}::uuid[])
    order by id for share nowait`.execute(transaction)
  await sql`select ${sessionIn(sql`${caller.id}`, caller, others)}`.execute(transaction)
}

/**
 * For what an admin does to an account: until the transaction ends nobody takes the power of the one, or
 * changes the other.
 * @throws Refusal admin_only, session_expired
 */
export async function lockPermissions(
  transaction: Database,
  caller: CallerInSession,
  account: string,
): Promise<void> {
  await enterAlone(transaction, [caller.id, account])
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
