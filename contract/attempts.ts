import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'
import { limits } from './limits.ts'

const params = z.strictObject({ key: text(limits.idempotencyKeyMax) })

const reply = z.object({
  outcome: z
    .enum(['done', 'refused', 'pending', 'unknown'])
    .describe('Unknown: it has not arrived so far, or its key was forgotten'),
  id: id
    .nullable()
    .describe('Of the transaction, refund or prepaid code, or of the card payment that is pending'),
  at: timestamp.nullable().describe('When it arrived'),
})

/** What came of calls that create or move money, for whoever had no answer. */
export const attempts = {
  outcome: endpoint('GET', '/attempts/:key', {
    summary: 'What became of a call of yours whose answer did not arrive, by its Idempotency-Key',
    may: 'signed-in',
    params,
    reply,
  }),
  withdraw: endpoint('POST', '/attempts/:key/withdraw', {
    summary: 'The same, and if it has not arrived, it is refused should it still do so',
    may: 'signed-in',
    params,
    reply,
  }),
}
