import { type MinorUnits, plainAmount, toMinor } from '@coinless/contract/money.ts'
import type { topUps } from '@coinless/contract/top-ups.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { assertSeen } from '../../codes/prepaid-codes/balance.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { topUpRefundEntry, topUpReversalEntry } from '../../ledger/entries/entries.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { findTopUp } from '../top-ups/top-ups.ts'
import type { RefundPurpose, RefundRow } from './purpose.ts'
import { reportReturned } from './report-returned.ts'

/**
 * Takes the amount off the code, at most its balance, before asking the processor for the refund.
 * @throws Refusal
 */
export async function beginRefund(
  { cardProcessor }: Pick<Server, 'cardProcessor'>,
  transaction: Database,
  caller: SignedInCaller,
  topUpId: string,
  { seen_refundable_amount, ...wanted }: z.output<typeof topUps.refund.body>,
) {
  await lockSession(transaction, caller)
  const { may_refund } = await findTopUp(transaction, caller, topUpId)
  if (!may_refund) throw new Refusal('not_yours')
  const topUp = await transaction
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', topUpId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { processor, processor_account } = topUp
  if (topUp.status !== 'completed') throw new Refusal('refund_too_much', { left: 0 as MinorUnits })
  if (!(await isOurs(cardProcessor, topUp))) throw new Refusal('refund_elsewhere')
  const balance = await lockBalance(transaction, topUp.prepaid_code_id)
  const { refundable_amount } = await findTopUp(transaction, caller, topUpId)
  assertSeen(seen_refundable_amount, refundable_amount)
  if (topUp.refusal === null && toMinor(wanted.amount) > balance) {
    throw new Refusal('balance_too_low', { balance })
  }
  const left = toMinor(refundable_amount)
  if (toMinor(wanted.amount) > left) throw new Refusal('refund_too_much', { left })
  const refund = await transaction
    .insertInto('top_up_refunds')
    .values({ top_up_id: topUpId, ...wanted, actor_id: caller.id, processor, processor_account })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(topUpRefundEntry(topUp, refund.id, caller.id, wanted.amount))
    .execute()
  const details = { amount: plainAmount(wanted.amount), reason: wanted.reason }
  await recordEvent(transaction, caller, 'top_up_refunded', { id: topUp.prepaid_code_id }, details)
  return refund
}

async function lockBalance(transaction: Database, codeId: string): Promise<MinorUnits> {
  const { remaining_balance } = await transaction
    .selectFrom('prepaid_codes')
    .select('remaining_balance')
    .where('id', '=', codeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toMinor(remaining_balance)
}

interface TopUpRefund extends RefundRow {
  top_up_id: string
  reversal_entry_id: string
}

/** Booked when it begins. If the processor refuses it, the money returns to the code, whatever its state. */
export const topUpRefundPurpose: RefundPurpose<TopUpRefund> = {
  table: 'top_up_refunds',
  what: 'top-up refund',
  dueAtOnce: sql`actor_id is null`,
  find: (database, id) =>
    database
      .selectFrom('top_up_refunds')
      .innerJoin('top_ups', 'top_ups.id', 'top_up_id')
      .select(['top_up_refunds.id', 'top_up_refunds.status', 'top_up_refunds.amount', 'actor_id'])
      .select(['top_up_refunds.processor', 'top_up_refunds.processor_account'])
      .select(['top_up_id', 'reversal_entry_id'])
      .select('top_ups.processor_reference')
      .where('top_up_refunds.id', '=', id)
      .executeTakeFirst(),
  lock: async () => undefined,
  complete: async () => undefined,
  return: async (transaction, _config, refund) => {
    await putBack(transaction, refund)
  },
  reverse: async (transaction, config, refund) => {
    const { id, prepaid_code_id, issuer_id, refusal } = await putBack(transaction, refund)
    await reportReturned(transaction, config, {
      kind: refusal === null ? 'top_up' : 'owed_top_up',
      amount: refund.amount,
      subject: { id: prepaid_code_id },
      userId: issuer_id,
      path: `/top-ups/${id}`,
    })
  },
  differ: async () => undefined,
  publish: () => undefined,
}

async function putBack(
  transaction: Database,
  { top_up_id, reversal_entry_id, actor_id, amount }: TopUpRefund,
) {
  const topUp = await transaction
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', top_up_id)
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(topUpReversalEntry(topUp, reversal_entry_id, actor_id, Number(amount)))
    .execute()
  return topUp
}
