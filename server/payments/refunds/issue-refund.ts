import type { CycleReason } from '@coinless/contract/choices.ts'
import { fromMinor, type MinorUnits, type NumericText } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { chargedBy } from './charged-by.ts'
import { creditCode } from './credit-code.ts'
import { notifyOwed } from './notify-owed.ts'

interface MoneyBack {
  transactionId: string
  amount: MinorUnits
  /** Why the cycle refunds it. */
  cause: CycleReason
}

/**
 * Automatically refunds a payment or part of it, in the transaction of its cause. Credits a code immediately. A refund
 * to a card, or to a code that cannot take it, is pending until the reconciler settles it; the device's owner is
 * notified of the latter. Refunds at most what is left.
 * @returns the refund's id; undefined if nothing was left
 */
export async function issueRefund(
  transaction: Database,
  config: AppConfig,
  { transactionId, amount, cause }: MoneyBack,
): Promise<string | undefined> {
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'device_id', 'device_number', 'prepaid_code_id', 'owner_id'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const { processor, processor_account } = paid.prepaid_code_id
    ? { processor: null, processor_account: null }
    : await chargedBy(transaction, paid.id)
  const { rows } = await sql<{ id: string; amount: NumericText }>`
    insert into refunds (transaction_id, amount, reason, processor, processor_account)
    select * from (
      select paid.id, least(${fromMinor(amount)}::numeric, paid.amount - (
          select coalesce(sum(amount), 0) from refunds
          where transaction_id = paid.id and status <> 'failed'
        )) as amount, ${cause}, ${processor}, ${processor_account}
      from transactions as paid where paid.id = ${paid.id}
    ) as owed where amount > 0
    returning id, amount`.execute(transaction)
  const refund = rows[0]
  if (!refund || !paid.prepaid_code_id) return refund?.id
  const obstacle = await creditCode(transaction, { ...refund, transaction_id: paid.id })
  if (obstacle) await notifyOwed(transaction, config, { ...paid, amount: refund.amount, obstacle })
  return refund.id
}
