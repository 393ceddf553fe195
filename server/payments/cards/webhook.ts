import type { Server } from '../../http/request/server.ts'
import { paymentPurpose } from './payment-charge.ts'
import { paymentRefundPurpose } from './payment-refund.ts'
import { settleCharge } from './settle-charge.ts'
import { settleRefund } from './settle-refund.ts'
import { withTimeout } from './timeouts.ts'
import { topUpPurpose } from './top-up-charge.ts'
import { topUpRefundPurpose } from './top-up-refund.ts'

/**
 * Handles a webhook of the card processor. Takes only the object's id and asks for its state, so that webhooks may
 * arrive repeatedly, late and in any order. Ignores objects of other systems.
 * @throws Refusal card_webhook_refused
 */
export async function handleWebhook(
  server: Server,
  body: string,
  signature: string | string[] | undefined,
): Promise<void> {
  const { app, cardProcessor } = server
  const told = await cardProcessor.eventOf(body, String(signature ?? ''))
  const { reference, refundId, unknown } = told
  if (unknown) app.log.info({ unknown }, 'card webhook does not belong to a known payment')
  if (reference) await withTimeout(server, settleByReference(server, reference))
  if (refundId) await withTimeout(server, settleEither(server, refundId))
}

async function settleByReference(server: Server, reference: string) {
  const payment = await server.database
    .selectFrom('card_payments')
    .selectAll()
    .where('processor_reference', '=', reference)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (payment) await settleCharge(server, paymentPurpose, payment, { by: 'anyone' })
  const topUp = await server.database
    .selectFrom('top_ups')
    .selectAll()
    .where('processor_reference', '=', reference)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (topUp) await settleCharge(server, topUpPurpose, topUp, { by: 'anyone' })
}

/** Either a payment or a top-up has this id. */
async function settleEither(server: Server, refundId: string) {
  await settleRefund(server, paymentRefundPurpose, refundId)
  await settleRefund(server, topUpRefundPurpose, refundId)
}
