import type { CycleReason } from '@coinless/contract/choices.ts'
import { type Cents, toCents } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { cardPaymentEntry } from '../../ledger/entries/entries.ts'
import { mailCardReceipt, receiptOf } from '../../notifications/mail/card-receipt.ts'
import type { ChargeState } from '../../platform/card-processors/card-processor.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { advanceIn } from '../cycles/advance-in.ts'
import { beginningCycle } from '../cycles/begin.ts'
import { issueRefund } from '../refunds/issue-refund.ts'

export type CardPaymentRow = Selectable<Tables['card_payments']>

/**
 * Stores the final outcome once: the transaction and its ledger entry, or the failure, and the effect on the cycle. A
 * charge that differs from the request is not a payment.
 */
export async function keepState(server: Server, id: string, state: ChargeState): Promise<void> {
  const { status } = state
  if (status !== 'completed' && status !== 'failed' && status !== 'unmatched') return
  const { app, changes, config, database } = server
  const difference = status === 'unmatched' ? state.difference : null
  if (difference) app.log.error({ cardPaymentId: id, difference }, 'card payment unmatched')
  const ended = await database.transaction().execute(async (transaction) => {
    if (status === 'completed') await lockAccountsAndDevice(transaction, id)
    const before = await lockCycle(transaction, id)
    const payment = await transaction
      .updateTable('card_payments')
      .set({ status, difference })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    // It may have been created while this waited for the payment's lock.
    const cycle = before ?? (await lockCycle(transaction, id))
    if (payment && status === 'completed') {
      const paid = await recordTransaction(transaction, payment)
      await recordOnCycle(transaction, config, payment, cycle)
      await mailCardReceipt(transaction, config, paid)
    } else if (status !== 'completed' && cycle?.money === 'taken' && !cycle.transaction_id) {
      await advanceIn(transaction, config, id, (at) => ({ kind: 'capture_failed', at }))
    }
    return payment
  })
  if (ended) changes.publish({ deviceId: ended.device_id })
}

/** Locks accounts before the payment, in the order that closing an account uses. */
async function lockAccountsAndDevice(transaction: Database, id: string): Promise<void> {
  await sql`select from users
    where id = (select payer_id from card_payments where id = ${id}) for no key update`.execute(
    transaction,
  )
  await sql`select share_payment(payer_id, device_id, true) from card_payments
    where id = ${id}`.execute(transaction)
}

function lockCycle(transaction: Database, id: string) {
  return transaction
    .selectFrom('cycles')
    .select(['transaction_id', 'money', 'reason', 'given_back', 'gift'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function recordTransaction(transaction: Database, paid: CardPaymentRow) {
  const amount = Number(paid.amount)
  const { created_at } = await transaction
    .insertInto('transactions')
    .values({
      id: paid.id,
      device_id: paid.device_id,
      payer_id: paid.payer_id,
      device_number: paid.device_number,
      device_label: paid.device_label,
      location: paid.location,
      paid_to: paid.paid_to,
      amount,
      duration_minutes: paid.duration_minutes,
      programme: paid.programme,
      payment_method: 'credit_card',
      customer_name: paid.customer_name,
      customer_email: paid.customer_email,
      processor_reference: paid.processor_reference,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('ledger_entries')
    .values(cardPaymentEntry(paid, paid.payer_id, amount))
    .execute()
  return receiptOf(transaction, { ...paid, created_at })
}

/**
 * An immediate charge begins a cycle by the clock, because a link added since was not asked. Refunds now what the
 * cycle refunded before the charge, and a charge without a start, which only the processor's dashboard can cause.
 */
async function recordOnCycle(
  transaction: Database,
  config: AppConfig,
  { id, amount, is_hold }: CardPaymentRow,
  cycle: Awaited<ReturnType<typeof lockCycle>>,
): Promise<void> {
  if (!cycle && !is_hold) return beginByClock(transaction, id)
  if (cycle) {
    await transaction
      .updateTable('cycles')
      .set({ transaction_id: id })
      .where('id', '=', id)
      .execute()
  }
  const isForNothing = !cycle || cycle.money === 'released'
  const due = isForNothing ? toCents(amount) : toCents(cycle.given_back) - toCents(cycle.gift)
  if (due <= 0) return
  const cause = cycle ? ((cycle.reason ?? 'stopped') as CycleReason) : 'did_not_run'
  await issueRefund(transaction, config, { transactionId: id, cents: due as Cents, cause })
}

async function beginByClock(transaction: Database, id: string): Promise<void> {
  await sql`
    with payment as (select id, device_id, duration_minutes from transactions where id = ${id}),
    device as (
      select devices.* from payment join devices on devices.id = payment.device_id
    ),
    link as (select * from device_links where false),
    ${beginningCycle('card')}
    select`.execute(transaction)
}
