import { limits } from '@coinless/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Server } from '../http/route.ts'
import { settleRefund } from '../refunds/settle.ts'
import { keepState } from './card-payments.ts'

/**
 * Ends what a crash, or a customer who went away, has left pending with the card processor: what was
 * paid is recorded, what was not is given up after a while, at the processor first. Any number of
 * servers may do so at once. What fails is tried again the next time.
 * @returns what could not be settled, to be logged
 */
export async function reconcile(server: Server): Promise<unknown[]> {
  const { database, cardProcessor } = server
  const payments = await database
    .selectFrom('card_payments')
    .select(['id', 'processor_reference'])
    .select(olderThan(limits.cardPaymentMinutes * 60).as('is_given_up'))
    .where('status', '=', 'pending')
    .where(olderThan(limits.cardPaymentGraceSeconds))
    .orderBy('created_at')
    .limit(limits.reconciledAtOnce)
    .execute()
  const refunds = await database
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where(olderThan(limits.cardPaymentGraceSeconds))
    .orderBy('created_at')
    .limit(limits.reconciledAtOnce)
    .execute()
  const results = await Promise.allSettled([
    ...payments.map(async ({ id, processor_reference: reference, is_given_up }) => {
      if (!reference) return is_given_up && keepState(server, id, { status: 'failed' })
      const end = is_given_up ? cardProcessor.cancel : cardProcessor.settle
      return keepState(server, id, await end(reference))
    }),
    ...refunds.map(({ id }) => settleRefund(server, id)),
  ])
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}

function olderThan(seconds: number) {
  return sql<SqlBool>`created_at < now() - make_interval(secs => ${seconds})`
}
