import { type QuotaKind, quotaKinds, quotaOf } from '@coinless/contract/quotas.ts'
import { hasRight, type Right } from '@coinless/contract/rights.ts'
import { type RawBuilder, sql } from 'kysely'
import { totals } from '../../http/lists/counted-list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { audienceOf } from '../../platform/policy/policy.ts'
import { countKeys } from '../api-keys/api-keys.ts'

/** `account`: only the owner's own session may read the count. */
const readBy: Record<QuotaKind, Right | 'account'> = {
  devices: 'read_devices',
  codes: 'read_codes',
  batches: 'read_codes',
  controllers: 'controllers',
  resources: 'resources',
  webhooks: 'webhooks',
  staff: 'account',
  api_keys: 'account',
  passkeys: 'account',
}

/** Number of each kind in an account, counted as for its limit. */
const countOf: Record<QuotaKind, (database: Database, id: string) => Promise<number>> = {
  devices: listed(audienceOf.devices),
  codes: listed(audienceOf.codes),
  batches: rowsOf((id) => sql`code_batches where user_id = ${id}`),
  controllers: rowsOf((id) => sql`controllers where owner_id = ${id} and deleted_at is null`),
  resources: rowsOf((id) => sql`resources where owner_id = ${id}`),
  webhooks: rowsOf((id) => sql`webhooks where user_id = ${id}`),
  staff: rowsOf((id) => sql`memberships where owner_id = ${id}`),
  api_keys: countKeys,
  passkeys: rowsOf((id) => sql`passkeys where user_id = ${id}`),
}

function listed(audience: (id: string) => string) {
  return async (database: Database, id: string) => {
    const counts = await totals(database, [{ audience: audience(id) }])
    return counts.reduce((sum, { rows }) => sum + rows, 0)
  }
}

function rowsOf(which: (id: string) => RawBuilder<unknown>) {
  return async (database: Database, id: string) => {
    const { rows } = await sql<{ kept: number }>`select count(*) as kept from ${which(id)}`.execute(
      database,
    )
    return rows[0]?.kept ?? 0
  }
}

/** Counts what the caller may read, one kind after the other, so that it uses one connection at a time. */
export async function listQuotas(database: Database, caller: SignedInCaller) {
  const data = []
  for (const kind of quotaKinds.filter((each) => mayRead(caller, each))) {
    const kept = await countOf[kind](database, caller.id)
    data.push({ kind, kept, most: quotaOf(kind, caller) })
  }
  return { data }
}

function mayRead(caller: SignedInCaller, kind: QuotaKind): boolean {
  const right = readBy[kind]
  return right === 'account' ? caller.rights === null : hasRight(caller, right)
}
