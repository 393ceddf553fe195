import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { locks } from '../database/locks.ts'
import { Refusal } from '../refusals/refusal.ts'

/**
 * What an account made before its address was verified is put out of use at once when the address turns
 * out to be somebody else's, which holds up payments for as long as there is much of it. One creation is
 * counted after the other, which share the lock of their account.
 * @param more how many are about to be made
 * @throws Refusal verification_needed
 */
export async function refuseTooManyUnverified(
  transaction: Database,
  caller: { id: string; email_verified: boolean },
  table: 'devices' | 'prepaid_codes',
  more = 1,
): Promise<void> {
  if (caller.email_verified) return
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.madeUnverified)}, hashtext(${caller.id}))`.execute(
    transaction,
  )
  const { count } = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(table === 'devices' ? 'owner_id' : 'user_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count + more > limits.madeUnverified) throw new Refusal('verification_needed')
}
