import { type Cents, toCents } from '@coinless/contract/money.ts'
import type { topUps } from '@coinless/contract/top-ups.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { assertSeen } from '../../codes/prepaid-codes/balance.ts'
import { listPage } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { topUpPutBackEntry, topUpRefundEntry } from '../../ledger/entries/entries.ts'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { findTopUp } from '../top-ups/top-ups.ts'

/** An automatic refund has no written reason; the top-up says why. */
const reason = sql<string>`case when actor_id is null then '' else reason end`

function selectRefunds(database: Database) {
  return database
    .selectFrom('top_up_refunds')
    .select(['id', 'amount', 'status', 'created_at', reason.as('reason')])
}

export function findRefund(database: Database, id: string) {
  return selectRefunds(database).where('id', '=', id).executeTakeFirstOrThrow()
}

/** @throws Refusal top_up_not_found if the caller may see none with this id */
export async function listTopUpRefunds(
  database: Database,
  caller: SignedInCaller,
  id: string,
  query: z.output<typeof topUps.refunds.query>,
) {
  await findTopUp(database, caller, id)
  return listPage(database, selectRefunds(database).where('top_up_id', '=', id), query)
}

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
  if (topUp.status !== 'completed') throw new Refusal('refund_too_much', { left: 0 as Cents })
  if (!(await isOurs(cardProcessor, topUp))) throw new Refusal('refund_elsewhere')
  const balance = await lockBalance(transaction, topUp.prepaid_code_id)
  const { refundable_amount } = await findTopUp(transaction, caller, topUpId)
  assertSeen(seen_refundable_amount, refundable_amount)
  if (topUp.refusal === null && toCents(wanted.amount) > balance) {
    throw new Refusal('balance_too_low', { balance })
  }
  const left = toCents(refundable_amount)
  if (toCents(wanted.amount) > left) throw new Refusal('refund_too_much', { left })
  const refund = await transaction
    .insertInto('top_up_refunds')
    .values({ top_up_id: topUpId, ...wanted, actor_id: caller.id, processor, processor_account })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(topUpRefundEntry(topUp, refund.id, caller.id, wanted.amount))
    .execute()
  const details = { amount: wanted.amount.toFixed(2), reason: wanted.reason }
  await recordEvent(transaction, caller, 'top_up_refunded', { id: topUp.prepaid_code_id }, details)
  return refund
}

async function lockBalance(transaction: Database, codeId: string): Promise<Cents> {
  const { remaining_balance } = await transaction
    .selectFrom('prepaid_codes')
    .select('remaining_balance')
    .where('id', '=', codeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toCents(remaining_balance)
}

/**
 * Asks the card processor for a refund or its state, and stores the final outcome. Does nothing if the refund is not
 * pending.
 */
export async function settleTopUpRefund(server: Server, id: string): Promise<void> {
  const { app, database, cardProcessor } = server
  const refund = await database
    .selectFrom('top_up_refunds')
    .innerJoin('top_ups', 'top_ups.id', 'top_up_id')
    .select(['top_up_refunds.amount', 'top_ups.processor_reference'])
    .select(['top_up_refunds.processor', 'top_up_refunds.processor_account'])
    .where('top_up_refunds.id', '=', id)
    .where('top_up_refunds.status', '=', 'pending')
    .executeTakeFirst()
  if (!refund?.processor_reference || !(await isOurs(cardProcessor, refund))) return
  const state = await cardProcessor.refund({
    id,
    reference: refund.processor_reference,
    amount: toCents(refund.amount),
  })
  if (state.status === 'pending') return
  if (state.status === 'unmatched') {
    app.log.error({ topUpRefundId: id, difference: state.difference }, 'refund unmatched')
  }
  await database.transaction().execute((transaction) => keepState(transaction, id, state))
}

/** If the processor refuses the refund, the money returns to the code, whatever its state. */
async function keepState(transaction: Database, id: string, state: RefundState): Promise<void> {
  const ended = await transaction
    .updateTable('top_up_refunds')
    .set({
      status: state.status,
      difference: state.status === 'unmatched' ? state.difference : null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['top_up_id', 'put_back_id', 'amount', 'actor_id'])
    .executeTakeFirst()
  if (ended && state.status === 'failed') {
    const topUp = await transaction
      .selectFrom('top_ups')
      .selectAll()
      .where('id', '=', ended.top_up_id)
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('ledger_entries')
      .values(topUpPutBackEntry(topUp, ended.put_back_id, ended.actor_id, Number(ended.amount)))
      .execute()
  }
}
