import type { CycleReason } from '@coinless/contract/choices.ts'
import { type MinorUnits, toMinor } from '@coinless/contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { cardPaymentEntry } from '../../ledger/entries/entries.ts'
import { mailCardReceipt, receiptOf } from '../../notifications/mail/card-receipt.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { advanceIn } from '../cycles/advance-in.ts'
import { beginningCycle } from '../cycles/begin.ts'
import { issueRefund } from '../refunds/issue-refund.ts'
import type { Decision } from './charge.ts'
import { checkMachine, startHeldPayment } from './held-payment.ts'
import type { ChargePurpose } from './purpose.ts'
import { findCharge, settleCharge } from './settle-charge.ts'

type CardPaymentRow = Selectable<Tables['card_payments']>

const decisionOfMoney = { held: 'wait', taken: 'take', released: 'release' } as const

/** Records the transaction with its ledger entry, and the effect on the cycle. */
export const paymentPurpose: ChargePurpose<CardPaymentRow> = {
  table: 'card_payments',
  what: 'card payment',
  notFound: 'transaction_not_found',
  dueAtOnce: sql`(is_hold and (refusal is not null
    or exists (select from cycles where cycles.id = card_payments.id and money <> 'held')))`,
  decisionOf: async (database, { id, is_hold }) => (is_hold ? decisionOf(database, id) : 'none'),
  lockAccounts: async (transaction, id) => {
    // In the order that closing an account uses.
    await sql`select from users
      where id = (select payer_id from card_payments where id = ${id}) for no key update`.execute(
      transaction,
    )
    await sql`select lock_payment_parties(payer_id, device_id, true) from card_payments
      where id = ${id}`.execute(transaction)
  },
  lockDecision: (transaction, id) => decisionOf(transaction, id, { isLocked: true }),
  mayPrepare: async (server, payment) => {
    if (payment.is_hold) return checkMachine(server, payment)
    // A link added since was not asked: an immediate charge starts no machine.
    return (await hasLink(server.database, payment)) ? 'device_in_use' : undefined
  },
  startMachine: startHeldPayment,
  accept: async () => null,
  book: async (transaction, config, payment) => {
    const paid = await recordTransaction(transaction, payment)
    await recordOnCycle(transaction, config, payment)
    await mailCardReceipt(transaction, config, paid)
  },
  lose: async (transaction, config, { id }) => {
    await advanceIn(transaction, config, id, (at) => ({ kind: 'capture_failed', at }))
  },
  publish: ({ changes }, { device_id: deviceId }) => changes.publish({ deviceId }),
}

async function decisionOf(
  database: Database,
  id: string,
  { isLocked = false } = {},
): Promise<Decision> {
  const query = database.selectFrom('cycles').select('money').where('id', '=', id)
  const cycle = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()
  return cycle ? decisionOfMoney[cycle.money] : 'none'
}

async function hasLink(database: Database, { device_id }: CardPaymentRow): Promise<boolean> {
  const query = database.selectFrom('device_links').select('id')
  return (await query.where('device_id', '=', device_id).executeTakeFirst()) !== undefined
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
): Promise<void> {
  const cycle = await transaction
    .selectFrom('cycles')
    .select(['money', 'reason', 'given_back', 'manual_refund_amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cycle && !is_hold) return beginByClock(transaction, id)
  if (cycle) {
    await transaction
      .updateTable('cycles')
      .set({ transaction_id: id })
      .where('id', '=', id)
      .execute()
  }
  const isForNothing = !cycle || cycle.money === 'released'
  const due = isForNothing
    ? toMinor(amount)
    : toMinor(cycle.given_back) - toMinor(cycle.manual_refund_amount)
  if (due <= 0) return
  const cause = cycle ? ((cycle.reason ?? 'stopped') as CycleReason) : 'did_not_run'
  await issueRefund(transaction, config, { transactionId: id, amount: due as MinorUnits, cause })
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

/** After the commit of the cycle's decision. The reconciler retries failures. */
export function settleSoon(server: Server, id: string): void {
  void findCharge(server.database, paymentPurpose, id)
    .then((payment) => settleCharge(server, paymentPurpose, payment, { by: 'anyone' }))
    .catch((err) => server.app.log.warn({ err }, 'card payment neither charged nor released yet'))
}
