import { randomUUID } from 'node:crypto'
import { toMinor } from '@coinless/contract/money.ts'
import { IdempotentReplay, sameRequest } from '../../http/idempotency/answers.ts'
import type { Server } from '../../http/request/server.ts'
import type { ControllerConnections } from '../../platform/messaging/controller-connections.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isMistyped } from '../../platform/secrets/code-text.ts'
import { beginRefusal } from '../cycles/begin.ts'
import { startMessage } from '../cycles/messages.ts'
import { isConflict, refusalOfConflict } from '../cycles/payment-conflict.ts'
import { expectReady, type ProbedLink } from '../cycles/ready.ts'
import type { AskedPayment } from './asked-payments.ts'
import type { PaymentBatches } from './payment-batches.ts'
import type { Outcome } from './payment-outcome.ts'

export type CodePayment = Omit<AskedPayment, 'id' | 'askedLink'>

/**
 * Pays with a typed code, or one chosen from the caller's codes. Detects typos before any lookup; unknown codes and
 * codes that are not valid here count as failed attempts. All get the same answer, and so does someone else's code.
 * @throws Refusal; IdempotentReplay
 */
export async function payWithCode(
  server: Pick<Server, 'database' | 'connections' | 'changes'>,
  batches: PaymentBatches,
  asked: CodePayment,
) {
  const { payment, idempotencyKey } = asked
  if ('prepaid_code' in payment && isMistyped(payment.prepaid_code))
    throw new Refusal('code_not_accepted')
  const redeem = (askedLink?: string) =>
    batches.redeem({ ...asked, id: randomUUID(), askedLink }).catch((error) => {
      throw beginRefusal(error) ?? error
    })
  let outcome = await redeem()
  if (outcome.refusal === 'not_asked' && !outcome.answer) {
    const link = linkOf(outcome)
    await expectReady(server, link)
    outcome = await redeem(link.id)
  }
  const { answer, request_hash, refusal, remaining_balance } = outcome
  if (idempotencyKey && answer && request_hash) {
    throw new IdempotentReplay(sameRequest(idempotencyKey, { answer, request_hash }))
  }
  // The link changed after the question.
  if (refusal === 'not_asked') throw new Refusal('device_in_use')
  if (refusal && isConflict(refusal)) {
    throw await refusalOfConflict(server.database, refusal, payment.device_id)
  }
  if (refusal) throw refuse[refusal](outcome)
  tellStart(server.connections, outcome)
  server.changes.publish({ deviceId: payment.device_id })
  return { remaining_balance, transaction: outcome }
}

function linkOf(outcome: Outcome): ProbedLink & { id: string } {
  return { ...outcome, id: outcome.link_id as string } as ProbedLink & { id: string }
}

/** Once: a repeated call gets the first answer and sends nothing. */
function tellStart(connections: ControllerConnections, outcome: Outcome) {
  const { start_id, start_deadline, controller_id, channel, coin_type } = outcome
  if (start_id && start_deadline && controller_id && channel) {
    const facts = { price: toMinor(outcome.price), minutes: outcome.current_minutes }
    const start = { id: start_id, channel }
    const deadline = start_deadline.getTime()
    const message = startMessage(start, deadline, linkOf(outcome), facts, coin_type)
    if (message) connections.send(controller_id, message)
  }
}

const refuse = {
  device_out_of_order: () => new Refusal('device_out_of_order'),
  device_in_use: () => new Refusal('device_in_use'),
  device_not_found: () => new Refusal('device_not_found'),
  too_many_attempts: ({ seconds }: Outcome) =>
    new Refusal('too_many_attempts', { seconds: seconds ?? 0 }),
  device_not_active: () => new Refusal('device_not_active'),
  paid_already: ({ minutes, is_pending }: Outcome) =>
    new Refusal('paid_already', { minutes: minutes ?? 0, is_pending: is_pending ?? false }),
  terms_changed: ({ price, current_minutes }: Outcome) =>
    new Refusal('terms_changed', { price: toMinor(price), minutes: current_minutes }),
  code_not_accepted: () => new Refusal('code_not_accepted'),
  code_disabled: () => new Refusal('code_disabled'),
  code_expired: () => new Refusal('code_expired'),
  code_balance_too_low: ({ balance_before, price }: Outcome) =>
    new Refusal('code_balance_too_low', {
      balance: toMinor(balance_before ?? 0),
      price: toMinor(price),
    }),
}
