import { toMinor } from '@coinless/contract/money.ts'
import { sql } from 'kysely'
import { refundEntry, refundReversalEntry } from '../../ledger/entries/entries.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { advanceIn } from '../cycles/advance-in.ts'
import { creditCode } from '../refunds/credit-code.ts'
import { notifyOwed } from '../refunds/notify-owed.ts'
import type { RefundPurpose, RefundRow } from './purpose.ts'
import { reportReturned } from './report-returned.ts'

interface PaymentRefund extends RefundRow {
  transaction_id: string
  device_id: string
}

/** Booked when it completes. What is owed to a code is credited once the code accepts it. */
export const paymentRefundPurpose: RefundPurpose<PaymentRefund> = {
  table: 'refunds',
  what: 'refund',
  dueAtOnce: sql`actor_id is null`,
  find: (database, id) =>
    database
      .selectFrom('refunds')
      .innerJoin('transactions', 'transactions.id', 'refunds.transaction_id')
      .select(['refunds.id', 'refunds.status', 'refunds.amount', 'refunds.actor_id'])
      .select(['transaction_id', 'device_id'])
      .select(['refunds.processor', 'refunds.processor_account'])
      .select('transactions.processor_reference')
      .where('refunds.id', '=', id)
      .executeTakeFirst(),
  owed: async ({ changes, database }, refund) => {
    await database.transaction().execute((transaction) => creditCode(transaction, refund))
    changes.publish({ deviceId: refund.device_id })
  },
  lock: async (transaction, { transaction_id }) => {
    await transaction
      .selectFrom('cycles')
      .select('id')
      .where('id', '=', transaction_id)
      .forNoKeyUpdate()
      .execute()
  },
  complete: moveBack,
  return: async (transaction, config, refund) => {
    await makeRefundable(transaction, config, refund)
    await notifyOwner(transaction, config, refund)
  },
  reverse: async (transaction, config, refund) => {
    const { transaction_id: id, amount } = refund
    await makeRefundable(transaction, config, refund)
    const paid = await transaction
      .selectFrom('transactions')
      .select(['id', 'device_id', 'owner_id', 'device_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('ledger_entries')
      .values(refundReversalEntry(paid, refund.id, refund.actor_id, Number(amount)))
      .execute()
    await transaction
      .updateTable('card_payments')
      .set({ status: 'completed' })
      .where('id', '=', id)
      .where('status', '=', 'refunded')
      .execute()
    await reportReturned(transaction, config, {
      kind: 'payment',
      amount,
      subject: { id, name: paid.device_number },
      userId: paid.owner_id,
      path: `/transactions/${id}`,
    })
  },
  differ: notifyOwner,
  publish: ({ changes }, { device_id: deviceId }) => changes.publish({ deviceId }),
}

async function makeRefundable(
  transaction: Database,
  config: AppConfig,
  { transaction_id: id, amount, actor_id }: PaymentRefund,
) {
  const isByPerson = actor_id !== null
  await advanceIn(transaction, config, id, (at) => ({
    kind: 'refund_failed',
    at,
    amount: toMinor(amount),
    isByPerson,
  }))
}

/** Notifies the device's owner of a failed automatic refund, to arrange another way with the customer. */
async function notifyOwner(
  transaction: Database,
  config: AppConfig,
  { transaction_id: id, amount, actor_id }: PaymentRefund,
) {
  if (actor_id !== null) return
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'owner_id', 'device_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await notifyOwed(transaction, config, { ...paid, amount, obstacle: 'card_refused' })
}

/** Marks a fully refunded card payment. */
async function moveBack(transaction: Database, _config: AppConfig, refund: PaymentRefund) {
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
