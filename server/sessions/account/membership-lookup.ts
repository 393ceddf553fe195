import { User } from '@coinless/contract/users.ts'
import type { MembershipLookup } from '../../http/request/caller.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'

const userColumns = columns(User)

/** Looks up a membership at each call, without a cache, so that a removal takes effect at once. */
export function membershipLookup(database: Database): MembershipLookup {
  return async (ownerId, memberId) => {
    const found = await database
      .selectFrom('memberships')
      .modifyFront(preparedStatement)
      .innerJoin('users', 'users.id', 'memberships.owner_id')
      .select(userColumns.map((column) => `users.${column}` as const))
      .select(['memberships.id as membership_id', 'memberships.role', 'places'])
      .where('owner_id', '=', ownerId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!found) return undefined
    const { membership_id: id, role, places, ...owner } = found
    return { id, role, places, owner }
  }
}
