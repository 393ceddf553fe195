import { toCents } from '@coinless/contract/money.ts'
import type { Server } from '../../http/request/server.ts'
import type { ChargeState, PreparedCharge } from '../../platform/card-processors/card-processor.ts'
import { failUncharged } from '../../platform/card-processors/fail-uncharged.ts'
import { isOurs } from '../../platform/card-processors/ownership.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { refuseHeldPayment, startHeldPayment } from './held-payment.ts'
import { type CardPaymentRow, keepState } from './payment-charge.ts'

/** @throws Refusal transaction_not_found */
export async function findCardPayment(database: Database, id: string): Promise<CardPaymentRow> {
  const query = database.selectFrom('card_payments').selectAll()
  const found = await query.where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('transaction_not_found')
  return found
}

export function preparedCharge(payment: CardPaymentRow): PreparedCharge | undefined {
  const { id, processor_reference: reference, processor_account: account } = payment
  return reference === null
    ? undefined
    : { id, amount: toCents(payment.amount), isHold: payment.is_hold, reference, account }
}

/**
 * Asks the processor for the state of a payment, or to carry out its cycle's decision, and stores the result. Safe to
 * call at any time, from any server.
 * @param mayStart the payer is waiting for the machine: a hold may start it. No one else starts one.
 * @returns undefined when it cannot be asked: never prepared, or another account's
 */
export async function reconcileCharge(
  server: Server,
  payment: CardPaymentRow,
  { mayStart = false } = {},
): Promise<ChargeState | undefined> {
  const charge = preparedCharge(payment)
  if (!charge || !(await isOurs(server.cardProcessor, payment))) return undefined
  const wanted = await wantedOf(server.database, payment)
  if (wanted === 'wait') return { status: 'held' }
  return applyChargeState(server, payment, await server.cardProcessor[wanted](charge), { mayStart })
}

/** Applies an answer of the processor. */
export async function applyChargeState(
  server: Server,
  payment: CardPaymentRow,
  state: ChargeState,
  { mayStart }: { mayStart: boolean },
): Promise<ChargeState | undefined> {
  await keepState(server, payment.id, state)
  if (state.status !== 'held' || !mayStart) return state
  await startHeldPayment(server, payment)
  // Voided if it starts nothing; captured if there is nothing to start.
  const begun = await findCardPayment(server.database, payment.id)
  return reconcileCharge(server, begun).catch((err) => {
    server.app.log.warn({ err }, 'card payment neither charged nor released yet')
    return state
  })
}

/** What to do with a charge. A decision of its cycle is final. */
async function wantedOf(
  database: Database,
  { id, is_hold }: CardPaymentRow,
): Promise<'settle' | 'wait' | 'capture' | 'cancel'> {
  if (!is_hold) return 'settle'
  const { refusal, money } = await database
    .selectFrom('card_payments')
    .leftJoin('cycles', 'cycles.id', 'card_payments.id')
    .select(['refusal', 'money'])
    .where('card_payments.id', '=', id)
    .executeTakeFirstOrThrow()
  if (refusal || money === 'released') return 'cancel'
  if (money === 'taken') return 'capture'
  return money === 'held' ? 'wait' : 'settle'
}

/** Gives up a payment that was not finished in time, at the processor first if there is a charge. */
export async function abandonCharge(server: Server, payment: CardPaymentRow): Promise<void> {
  const charge = preparedCharge(payment)
  if (payment.is_hold) {
    await refuseHeldPayment(server.database, payment, 'card_declined')
    await reconcileCharge(server, payment)
  } else if (!charge) {
    await failUncharged(server.database, 'card_payments', payment.id)
    server.changes.publish({ deviceId: payment.device_id })
  } else if (await isOurs(server.cardProcessor, payment)) {
    await keepState(server, payment.id, await server.cardProcessor.cancel(charge))
  }
}

/** After the commit of the decision. The reconciler retries failures. */
export function settleSoon(server: Server, id: string): void {
  void findCardPayment(server.database, id)
    .then((payment) => reconcileCharge(server, payment))
    .catch((err) => server.app.log.warn({ err }, 'card payment neither charged nor released yet'))
}
