import { type NumericText, toCents } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { refundEntry } from '../../ledger/entries/entries.ts'
import type { RefundState } from '../../platform/card-processors/card-processor.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { advanceIn } from '../cycles/advance-in.ts'
import { creditCode } from '../refunds/credit-code.ts'
import { notifyOwed } from '../refunds/notify-owed.ts'

/**
 * Asks the card processor for a refund or its state, and stores the final outcome. Credits what is owed to a code once
 * the code accepts it. Does nothing if the refund is not pending.
 */
export async function settleRefund(server: Server, id: string): Promise<void> {
  const { changes, database, cardProcessor } = server
  const refund = await database
    .selectFrom('refunds')
    .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
    .select(['refunds.id', 'transaction_id', 'refunds.amount', 'transactions.processor_reference'])
    .select('device_id')
    .select(['refunds.processor', 'refunds.processor_account'])
    .where('refunds.id', '=', id)
    .where('refunds.status', '=', 'pending')
    .executeTakeFirst()
  if (!refund) return
  if (!refund.processor_reference) {
    await database.transaction().execute((transaction) => creditCode(transaction, refund))
    changes.publish({ deviceId: refund.device_id })
    return
  }
  if (!(await isOurs(cardProcessor, refund))) return
  const state = await cardProcessor.refund({
    id,
    reference: refund.processor_reference,
    amount: toCents(refund.amount),
  })
  if (state.status === 'pending') return
  await keepState(server, refund, state)
  changes.publish({ deviceId: refund.device_id })
}

async function keepState(
  { app, config, database }: Server,
  { id, transaction_id }: Pick<Ended, 'id' | 'transaction_id'>,
  state: RefundState,
) {
  const { status } = state
  const difference = status === 'unmatched' ? state.difference : null
  if (difference) app.log.error({ refundId: id, difference }, 'refund unmatched')
  await database.transaction().execute(async (transaction) => {
    // Cycles are locked before refunds.
    await transaction
      .selectFrom('cycles')
      .select('id')
      .where('id', '=', transaction_id)
      .forUpdate()
      .execute()
    const ended = await transaction
      .updateTable('refunds')
      .set({ status, difference })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning(['id', 'transaction_id', 'amount', 'actor_id'])
      .executeTakeFirst()
    if (ended && status === 'completed') await moveBack(transaction, ended)
    else if (ended) await notMoved(transaction, config, ended, status)
  })
}

interface Ended {
  id: string
  transaction_id: string
  amount: NumericText
  actor_id: string | null
}

/** Notifies the device's owner of a failed automatic refund, to arrange another way with the customer. */
async function notMoved(
  transaction: Database,
  config: AppConfig,
  { transaction_id: id, amount, actor_id }: Ended,
  status: RefundState['status'],
) {
  const isByPerson = actor_id !== null
  if (status === 'failed') {
    const cents = toCents(amount)
    await advanceIn(transaction, config, id, (at) => ({
      kind: 'refund_failed',
      at,
      cents,
      isByPerson,
    }))
  }
  if (isByPerson) return
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'owner_id', 'device_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await notifyOwed(transaction, config, { ...paid, amount, obstacle: 'card_refused' })
}

/** Marks a fully refunded card payment. */
async function moveBack(transaction: Database, refund: Ended) {
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'device_id', 'prepaid_code_id'])
    .where('id', '=', refund.transaction_id)
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(refundEntry(paid, refund.id, refund.actor_id, Number(refund.amount)))
    .execute()
  // Concurrent refunds must see each other.
  await transaction
    .selectFrom('card_payments')
    .select('id')
    .where('id', '=', paid.id)
    .forUpdate()
    .execute()
  await sql`update card_payments set status = 'refunded'
    where id = ${paid.id} and status = 'completed' and amount = (
      select sum(amount) from refunds where transaction_id = ${paid.id} and status = 'completed'
    )`.execute(transaction)
}
