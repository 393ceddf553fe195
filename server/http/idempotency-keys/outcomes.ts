import type { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connection.ts'
import {
  deleteOldRefusals,
  findStoredAnswer,
  noRequest,
  type StoredAnswer,
} from '../idempotency/answers.ts'
import type { Answer } from '../request/answer.ts'

type Outcome = Answer<z.output<typeof idempotencyKeys.outcome.reply>>

/** Returns the outcome of a call whose answer did not reach its caller. Changes nothing. */
export async function outcomeOf(
  database: Database,
  { id: userId }: Pick<Caller, 'id'>,
  key: string,
): Promise<Outcome> {
  const kept = await findStoredAnswer(database, { userId, key })
  return kept
    ? { ...read(kept.answer as StoredAnswer), at: kept.created_at }
    : { outcome: 'unknown', id: null, at: null }
}

/** Prevents a call that has not run yet. Waits for one that is running. */
export async function withdraw(
  database: Database,
  caller: Pick<Caller, 'id'>,
  key: string,
): Promise<Outcome> {
  const answer: StoredAnswer = { refusal: 'call_withdrawn', facts: undefined }
  await database
    .insertInto('idempotency_keys')
    .values({ user_id: caller.id, key, request_hash: noRequest, answer: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.constraint('idempotency_keys_used').doNothing())
    .execute()
  await deleteOldRefusals(database, { userId: caller.id })
  return outcomeOf(database, caller, key)
}

function read(kept: StoredAnswer): Pick<Outcome, 'outcome' | 'id'> {
  if ('refusal' in kept) return { outcome: 'refused', id: null }
  if ('begun' in kept) return { outcome: 'pending', id: kept.begun.id }
  const { transaction, payment, id = null, status } = kept.done as Done
  if (transaction) return { outcome: 'done', id: transaction.id }
  if (payment) return { outcome: 'pending', id: payment.id }
  return { outcome: status === 'failed' ? 'refused' : 'done', id }
}

/** Answer of a payment, refund, or change of a prepaid code. */
interface Done {
  id?: string
  transaction?: { id: string } | null
  payment?: { id: string }
  /** Set for refunds. */
  status?: string
}
