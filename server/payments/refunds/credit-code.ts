import type { RefundObstacle } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import { refundEntry } from '../../ledger/entries/entries.ts'
import type { Database } from '../../platform/database/connection.ts'

interface Owed {
  id: string
  transaction_id: string
  amount: NumericText
}

/**
 * Credits an owed refund to the code that paid. Does nothing if the refund is not pending.
 * @returns why the code cannot take it; the refund stays pending
 */
export async function creditCode(
  transaction: Database,
  owed: Owed,
): Promise<RefundObstacle | undefined> {
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'device_id', 'prepaid_code_id'])
    .where('id', '=', owed.transaction_id)
    .executeTakeFirstOrThrow()
  // Refunds are locked before codes.
  const pending = await transaction
    .selectFrom('refunds')
    .select('actor_id')
    .where('id', '=', owed.id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (!pending) return undefined
  const obstacle = await obstacleOf(transaction, paid.prepaid_code_id, owed.amount)
  if (obstacle) return obstacle
  await transaction
    .updateTable('refunds')
    .set({ status: 'completed' })
    .where('id', '=', owed.id)
    .execute()
  await transaction
    .insertInto('ledger_entries')
    .values(refundEntry(paid, owed.id, pending.actor_id, Number(owed.amount)))
    .execute()
  return undefined
}

/** A code that can no longer pay is not credited; no code exceeds the maximum balance. */
async function obstacleOf(
  transaction: Database,
  codeId: string | null,
  amount: NumericText,
): Promise<RefundObstacle | undefined> {
  const code = await transaction
    .selectFrom('prepaid_codes')
    .select(['deleted_at', 'remaining_balance'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'))
    .where('id', '=', codeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (code.deleted_at) return 'code_deleted'
  if (code.is_expired) return 'code_expired'
  return toMinor(code.remaining_balance) + toMinor(amount) > limits.balanceMax
    ? 'code_full'
    : undefined
}
