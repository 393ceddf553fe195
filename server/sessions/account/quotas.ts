import { limits } from '@coinless/contract/limits.ts'
import { quotaOf } from '@coinless/contract/quotas.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { countToday, isFullToday } from '../../http/throttle/network-counts.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { audienceOf } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Kinds with row counts, so that counting many is as fast as counting few (docs/decisions/0120). */
type Counted = keyof typeof audienceOf

type Maker = Pick<SignedInCaller, 'id' | 'email_verified' | 'networks'>

/**
 * SQL: the account's id if it has room for `more` new rows. Blocks other calls of the account here until the
 * transaction ends, so it must be the last lock that a transaction waits for.
 * @param account expression for the same id, evaluated before
 */
export function quotaCheck(
  caller: Maker,
  kind: Counted,
  { account = sql`${caller.id}::uuid`, more = 0, waits = true }: Asked = {},
) {
  const quota = caller.email_verified ? `${kind}_quota` : 'unverified_quota'
  return sql<string>`assert_quota(${account}, ${audienceOf[kind](caller.id)}, ${more}::bigint,
    ${quotaOf(kind, caller)}::bigint, ${quota}, ${waits}::boolean)`
}

interface Asked {
  account?: RawBuilder<unknown>
  more?: number
  waits?: boolean
}

/**
 * Checks the limit early, before expensive work. Takes no lock, so that concurrent calls may still exceed it.
 * @throws Refusal too_many_devices, too_many_codes, verification_needed, too_many_unverified
 */
export async function assertQuota(
  transaction: Database,
  caller: Maker,
  kind: Counted,
  more: number,
): Promise<void> {
  await ask(transaction, quotaCheck(caller, kind, { more, waits: false }))
  const { networks } = caller
  if (networks.length === 0) return
  const isFull = await isFullToday(
    transaction,
    'creations',
    networks,
    limits.madeUnverifiedOfNetwork,
  )
  if (isFull) throw new Refusal('too_many_unverified')
}

/**
 * Rolls back the transaction if it made too many rows. Call last in it.
 * @throws Refusal too_many_devices, too_many_codes, verification_needed, too_many_unverified
 */
export async function enforceQuota(
  transaction: Database,
  caller: Maker,
  kind: Counted,
  made = 1,
): Promise<void> {
  if (made === 0) return
  await ask(transaction, quotaCheck(caller, kind))
  await countCreated(transaction, caller, made)
}

async function ask(transaction: Database, room: ReturnType<typeof quotaCheck>): Promise<void> {
  await sql`${preparedStatement} select ${room}`.execute(transaction)
}

/**
 * Counts rows of any kind after the account's own limit. Unverified accounts are free, so those of one network share
 * a daily limit.
 * @throws Refusal too_many_unverified
 */
export async function countCreated(transaction: Database, { networks }: Maker, made = 1) {
  if (networks.length === 0) return
  const most = limits.madeUnverifiedOfNetwork
  const isTooMany = await countToday(transaction, 'creations', networks, most, made)
  if (isTooMany) throw new Refusal('too_many_unverified')
}
