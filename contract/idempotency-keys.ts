import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, partOfAddress, timestamp } from './fields.ts'
import { limits } from './limits.ts'

const params = z.strictObject({ key: partOfAddress(limits.idempotencyKeyMax) })

const reply = z.object({
  outcome: z
    .enum(['done', 'refused', 'pending', 'unknown'])
    .describe('unknown: the call has not arrived, or its key was deleted'),
  id: id
    .nullable()
    .describe(
      'Id of the created transaction, refund, prepaid code, controller or pending card payment',
    ),
  at: timestamp.nullable().describe('When the call arrived'),
})

/** Outcome of calls with a key, for callers who got no answer. */
export const idempotencyKeys = {
  outcome: endpoint('GET', '/idempotency-keys/:key', {
    summary: 'Get the result of the call with this Idempotency-Key',
    may: 'signed-in',
    needs: 'any',
    isForStaff: 'places',
    params,
    reply,
  }),
  withdraw: endpoint('POST', '/idempotency-keys/:key/withdraw', {
    summary:
      'Withdraw a call. It is refused if it arrives later. If it has already arrived, returns its result',
    may: 'signed-in',
    needs: 'any',
    isForStaff: 'places',
    params,
    reply,
  }),
}
