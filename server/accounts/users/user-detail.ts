import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { UserDetail } from '@coinless/contract/users.ts'
import { type SqlBool, sql } from 'kysely'
import { totals } from '../../http/lists/counted-list.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { Database } from '../../platform/database/connection.ts'
import {
  audienceOf,
  ownDeviceStreams,
  type Stream,
  transactionStreams,
} from '../../platform/policy/policy.ts'
import { findUser } from '../../sessions/account/accounts.ts'
import { selectStaff } from '../staff/staff.ts'

/**
 * A user as admins see them. Reads one thing after the other, so that it uses one connection at a time.
 * @throws Refusal user_not_found
 */
export async function findUserDetail(database: Database, id: string): Promise<Answer<UserDetail>> {
  const user = await findUser(database, id)
  return {
    ...user,
    ...(await sessionsOf(database, id)),
    ...(await countsOf(database, user)),
    staff: await staffOf(database, id),
    works_for: await worksFor(database, id),
  }
}

async function sessionsOf(database: Database, id: string) {
  return database
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('last_seen_at').as('last_seen_at'))
    .select(
      sql<number>`count(*) filter (where ended_at is null and expires_at > now())`.as(
        'session_count',
      ),
    )
    .where('user_id', '=', id)
    .where(sql<SqlBool>`not exists (select from api_keys where api_keys.id = sessions.id)`)
    .executeTakeFirstOrThrow()
}

/** Without roles: an admin's lists are those of everyone. */
async function countsOf(database: Database, user: Omit<Caller, 'roles'>) {
  const [made, ...received] = transactionStreams({ ...user, roles: [] })
  return {
    device_count: await rowsIn(database, ownDeviceStreams({ ...user, roles: [] })),
    code_count: await rowsIn(database, [{ audience: audienceOf.codes(user.id) }]),
    payments_made: await rowsIn(database, made ? [made] : []),
    payments_received: await rowsIn(database, received),
  }
}

/** From the row counts, so that the time does not grow with the account. */
async function rowsIn(database: Database, streams: readonly Pick<Stream, 'audience'>[]) {
  const counts = await totals(database, streams)
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}

async function staffOf(database: Database, id: string) {
  return selectStaff(database)
    .select('member_id as user_id')
    .where('owner_id', '=', id)
    .orderBy('memberships.created_at', 'desc')
    .orderBy('memberships.id')
    .limit(limits.staff)
    .execute()
}

async function worksFor(database: Database, id: string) {
  return database
    .selectFrom('memberships')
    .innerJoin('users as owner', 'owner.id', 'owner_id')
    .select(['owner_id as user_id', 'owner.email', 'role', sql.lit('active' as const).as('state')])
    .where('member_id', '=', id)
    .orderBy('memberships.joined_at', 'desc')
    .orderBy('memberships.id')
    .limit(limits.staff)
    .execute()
}
