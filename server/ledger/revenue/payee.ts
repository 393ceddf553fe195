import { type Caller, isAdmin } from '@coinless/contract/permissions.ts'
import type { RevenueQuestion } from '@coinless/contract/revenue.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/**
 * Account whose revenue is requested.
 * @throws Refusal admin_only, user_not_found
 */
export async function payeeOf(
  database: Database,
  caller: Caller,
  { owner }: Pick<RevenueQuestion, 'owner'>,
): Promise<Payee | 'all'> {
  if (owner !== 'all') return accountOf(database, caller, owner)
  if (!isAdmin(caller)) throw new Refusal('admin_only')
  return owner
}

/**
 * The caller's own account, or for admins another one.
 * @throws Refusal admin_only, user_not_found
 */
export async function accountOf(
  database: Database,
  caller: Caller,
  id: string | undefined,
): Promise<Payee> {
  if (id === undefined || id === caller.id) return caller
  if (!isAdmin(caller)) throw new Refusal('admin_only')
  const account = await database
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw new Refusal('user_not_found')
  return account
}
