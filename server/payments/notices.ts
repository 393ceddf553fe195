import type { Server } from '../http/route.ts'
import { settleRefund } from '../refunds/settle.ts'
import { keepState } from './card-payments.ts'

/**
 * Looks after what the card processor tells about. Only its name is taken from the notice and how it
 * stands is asked for, so that notices may come twice, late and in any order. Of what is not ours
 * nothing is done.
 * @throws Refusal card_notice_refused
 */
export async function followNotice(
  server: Server,
  body: string,
  signature: string | string[] | undefined,
): Promise<void> {
  const { reference, refundId } = await server.cardProcessor.noticeOf(body, String(signature ?? ''))
  if (reference) await settleCharge(server, reference)
  if (refundId) await settleRefund(server, refundId)
}

async function settleCharge(server: Server, reference: string) {
  const { database, cardProcessor } = server
  const payment = await database
    .selectFrom('card_payments')
    .select(['id', 'status'])
    .where('processor_reference', '=', reference)
    .executeTakeFirst()
  if (payment?.status !== 'pending') return
  await keepState(server, payment.id, await cardProcessor.settle(reference))
}
