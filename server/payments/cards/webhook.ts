import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { paymentPurpose } from './payment-charge.ts'
import { paymentRefundPurpose } from './payment-refund.ts'
import type { ChargePurpose, ChargeRow } from './purpose.ts'
import { settleCharge } from './settle-charge.ts'
import { settleRefund } from './settle-refund.ts'
import { refuseOnTimeout, withTimeout } from './timeouts.ts'
import { topUpPurpose } from './top-up-charge.ts'
import { topUpRefundPurpose } from './top-up-refund.ts'

/**
 * Handles a webhook of the card processor. Takes only the object's id and asks for its state, so that webhooks may
 * arrive repeatedly, late and in any order. Ignores objects of other systems.
 * @throws Refusal card_webhook_refused, card_processor_lost
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
  // Only webhooks tell that a completed refund failed, so the processor has to send this one again.
  if (refundId) await refuseOnTimeout(server, settleEither(server, refundId))
}

async function settleByReference(server: Server, reference: string) {
  await settleFound(server, paymentPurpose, reference)
  await settleFound(server, topUpPurpose, reference)
}

async function settleFound<Row extends ChargeRow>(
  server: Server,
  purpose: ChargePurpose<Row>,
  reference: string,
) {
  const { rows } = await sql<Row>`select * from ${sql.table(purpose.table)}
    where processor_reference = ${reference} and status = 'pending'`.execute(server.database)
  if (rows[0]) await settleCharge(server, purpose, rows[0], { by: 'anyone' })
}

/** Either a payment or a top-up has this id. */
async function settleEither(server: Server, refundId: string) {
  await settleRefund(server, paymentRefundPurpose, refundId, 'notified')
  await settleRefund(server, topUpRefundPurpose, refundId, 'notified')
}
