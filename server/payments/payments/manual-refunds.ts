import type { CycleReason } from '@coinless/contract/choices.ts'
import { type MinorUnits, plainAmount, toMinor } from '@coinless/contract/money.ts'
import { Refund, type refunds } from '@coinless/contract/refunds.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { assertFits, assertSeen } from '../../codes/prepaid-codes/balance.ts'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { inSteps } from '../../http/idempotency/idempotent.ts'
import { listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { refundEntry } from '../../ledger/entries/entries.ts'
import { creditNoteOf } from '../../ledger/receipts/receipts.ts'
import { refundedBefore } from '../../ledger/transactions/refunded-before.ts'
import { findTransaction } from '../../ledger/transactions/transactions.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { RunLimited } from '../../platform/concurrency/limit-concurrency.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { paymentRefundPurpose } from '../cards/payment-refund.ts'
import { settleRefund } from '../cards/settle-refund.ts'
import { loadProcessorAccount, withTimeout } from '../cards/timeouts.ts'
import { sendAfterCommit } from '../cycles/advance.ts'
import { type AfterCommit, advanceIn } from '../cycles/advance-in.ts'
import { rest } from '../cycles/amounts.ts'
import { chargedBy } from '../refunds/charged-by.ts'

export const refundColumns = [
  ...columns(Refund.omit({ reason: true, cause: true, credit_note: true })),
  sql<string>`case when actor_id is null then '' else reason end`.as('reason'),
  sql<CycleReason | null>`case when actor_id is null then reason end`.as('cause'),
  creditNoteOf(sql`refunds.id`).as('credit_note'),
] as const

type NewRefund = z.output<typeof refunds.create.body>

/** @throws Refusal transaction_not_found if the caller may see none with this id */
export async function listRefunds(
  database: Database,
  caller: SignedInCaller,
  id: string,
  query: z.output<typeof refunds.list.query>,
) {
  await findTransaction(database, caller, id)
  return listPage(
    database,
    database.selectFrom('refunds').select(refundColumns).where('transaction_id', '=', id),
    query,
  )
}

/**
 * Refunds a payment or part of it to its source. A code is credited immediately. For a card, stores the intention, then
 * asks the processor; the reconciler settles what stays open.
 * @throws Refusal
 */
export async function refundPayment(
  server: Server,
  caller: SignedInCaller,
  { idempotencyKey, inTurn }: { idempotencyKey: IdempotencyKey | undefined; inTurn: RunLimited },
  transactionId: string,
  wanted: NewRefund,
) {
  const { database } = server
  let advanced: AfterCommit | undefined
  if (await isByCard(database, transactionId)) await loadProcessorAccount(server)
  return inSteps(
    database,
    idempotencyKey,
    inTurn,
    async (transaction) => {
      const begun = await begin(server, transaction, caller, transactionId, wanted)
      advanced = begun.advanced
      return begun.refund
    },
    async (id) => {
      if (advanced) sendAfterCommit(server, advanced)
      await withTimeout(server, settleRefund(server, paymentRefundPurpose, id))
      return database
        .selectFrom('refunds')
        .select(refundColumns)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    },
  )
}

async function begin(
  { cardProcessor, config }: Server,
  transaction: Database,
  caller: SignedInCaller,
  transactionId: string,
  { amount, reason, seen_refunded_amount, seen_code_balance }: NewRefund,
) {
  const { may_refund } = await findTransaction(transaction, caller, transactionId)
  if (!may_refund) throw new Refusal('not_yours')
  const paid = await transaction
    .selectFrom('transactions')
    .select(['id', 'device_id', 'device_number', 'prepaid_code_id'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const status = paid.prepaid_code_id ? 'completed' : 'pending'
  const taken = paid.prepaid_code_id ? undefined : await chargedBy(transaction, paid.id)
  if (taken && !(await isOurs(cardProcessor, taken))) throw new Refusal('refund_elsewhere')
  const advanced = await refundedByPerson(transaction, config, paid.id, amount)
  const refund = await transaction
    .insertInto('refunds')
    .values({ transaction_id: paid.id, amount, reason, actor_id: caller.id, status, ...taken })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The payment is locked now, so committed refunds are visible.
  assertSeen(seen_refunded_amount, await refundedBefore(transaction, paid.id, refund.id))
  if (paid.prepaid_code_id) {
    await assertTakes(transaction, paid.prepaid_code_id, amount, seen_code_balance)
    await transaction
      .insertInto('ledger_entries')
      .values(refundEntry(paid, refund.id, caller.id, amount))
      .execute()
  }
  const subject = { id: paid.id, name: paid.device_number }
  await recordEvent(transaction, caller, 'payment_refunded', subject, {
    amount: plainAmount(amount),
    reason,
  })
  return { refund, advanced }
}

/** @throws Refusal cycle_starting, refund_too_much */
async function refundedByPerson(
  transaction: Database,
  config: AppConfig,
  paymentId: string,
  amount: number,
) {
  let left: MinorUnits | null = null
  const advanced = await advanceIn(transaction, config, paymentId, (at, { cycle, facts }) => {
    left = rest(cycle, facts)
    return { kind: 'refunded', at, amount: toMinor(amount) }
  })
  const { refusal } = advanced?.step ?? {}
  if (refusal === 'cycle_starting') throw new Refusal(refusal)
  if (refusal === 'refund_too_much') throw new Refusal(refusal, { left })
  return advanced
}

async function isByCard(database: Database, id: string): Promise<boolean> {
  const paid = await database
    .selectFrom('transactions')
    .select('payment_method')
    .where('id', '=', id)
    .executeTakeFirst()
  return paid?.payment_method === 'credit_card'
}

/** A code that can no longer pay is not credited; no code exceeds the maximum balance. */
async function assertTakes(
  transaction: Database,
  codeId: string,
  amount: number,
  seenBalance: number | undefined,
) {
  const { deleted_at, expires_at, balance, remaining_balance } = await transaction
    .selectFrom('prepaid_codes')
    .select(['deleted_at', 'expires_at', 'balance', 'remaining_balance'])
    .where('id', '=', codeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (deleted_at) throw new Refusal('code_deleted')
  if (expires_at && expires_at <= new Date()) throw new Refusal('code_expired')
  assertSeen(seenBalance, balance)
  assertFits(remaining_balance, amount)
}
