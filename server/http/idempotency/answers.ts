import { isTransient } from '@coinless/contract/first-answers.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connection.ts'
import { InvalidInput, Refusal, refusalOf } from '../../platform/refusals/refusal.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** State of a key: a stored answer, or work that has started without an answer yet. */
export type StoredAnswer =
  | { done: unknown }
  | { refusal: Refusal['refusal']; facts: unknown }
  | { begun: { id: string } }

/** Thrown by work whose key already has an answer. */
export class IdempotentReplay extends Error {
  readonly kept: StoredAnswer

  constructor(kept: StoredAnswer) {
    super('answered before')
    this.kept = kept
  }
}

/**
 * Replays the first answer to a key, also a refusal, before the call is validated. Temporary errors are not stored:
 * expired sessions, rate limits, server faults.
 * @param isFoundByWork the work looks up the answer itself and throws IdempotentReplay
 * @param issues of the input; not stored, because the same input has the same issues
 * @throws Refusal idempotency_key_reused if the key was used with another call or body
 */
export async function answerOf<T>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  { isFoundByWork, issues }: { isFoundByWork: boolean; issues?: readonly z.core.$ZodIssue[] },
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotencyKey) return work()
  const kept = isFoundByWork ? undefined : await findAnswer(database, idempotencyKey)
  if (kept && !('begun' in kept)) return unwrapAnswer(kept, issues)
  try {
    return await work()
  } catch (error) {
    const first = await firstAnswer(database, idempotencyKey, error as Error)
    if (!first) throw error
    if (!('begun' in first)) return unwrapAnswer(first, issues)
    // The same call started after this one was refused, so this one resumes it.
    if (kept) throw error
    return answerOf(database, idempotencyKey, { isFoundByWork: false, issues }, work)
  }
}

async function firstAnswer(
  database: Database,
  idempotencyKey: IdempotencyKey,
  error: Error,
): Promise<StoredAnswer | undefined> {
  if (error instanceof IdempotentReplay) return error.kept
  if (isRepetition(error)) return findAnswer(database, idempotencyKey)
  return storeRefusal(database, idempotencyKey, error, { endsWhatBegan: false })
}

/** @returns the first answer; undefined if the error is not one to store */
export async function storeRefusal(
  database: Database,
  idempotencyKey: IdempotencyKey,
  error: Error,
  ending: Ending,
): Promise<StoredAnswer | undefined> {
  const refusal = refusalOf(error)
  if (!refusal || isTransient(refusal.status)) return undefined
  const { refusal: code, facts } = refusal
  const first = await storeAnswer(database, idempotencyKey, { refusal: code, facts }, ending)
  await deleteOldRefusals(database, idempotencyKey)
  return first
}

/** Limits stored refusals per user: unlike completed work, they cost the user nothing. */
export async function deleteOldRefusals(
  database: Database,
  { userId }: Pick<IdempotencyKey, 'userId'>,
): Promise<void> {
  const refused = sql`from idempotency_keys where user_id = ${userId} and answer ? 'refusal'`
  await sql`delete from idempotency_keys where ctid = any (array(
    select ctid ${refused} and created_at <= (
      select created_at ${refused} order by created_at desc offset ${limits.keptRefusals} limit 1
    ) for update skip locked))`.execute(database)
}

/** Whether an insert failed because the key has an answer or another call is using it. */
export function isRepetition(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_used'
  )
}

/** @throws Refusal */
export function unwrapAnswer<T>(kept: StoredAnswer, issues: readonly z.core.$ZodIssue[] = []): T {
  if ('done' in kept) return kept.done as T
  if ('begun' in kept) throw new Error('no answer yet')
  const { refusal, facts } = kept
  if (refusal === 'invalid_input') throw new InvalidInput(issues)
  throw Reflect.construct(Refusal, [refusal, facts])
}

/**
 * Looks up the state of a key.
 * @throws Refusal idempotency_key_reused
 */
export async function findAnswer(
  database: Database,
  idempotencyKey: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const kept = await findStoredAnswer(database, idempotencyKey)
  return kept && sameRequest(idempotencyKey, kept)
}

/** The stored answer, for a caller that knows only the key. */
export function findStoredAnswer(
  database: Database,
  { userId, key }: Pick<IdempotencyKey, 'userId' | 'key'>,
) {
  // A write without a change: its commit waits for a synchronous replica to have everything committed before, including
  // the first call.
  return database
    .updateTable('idempotency_keys')
    .set({ key })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .returning(['request_hash', 'answer', 'created_at'])
    .executeTakeFirst()
}

/** Request hash of a call that was withdrawn before it arrived. Matches any request. */
export const noRequest = Buffer.alloc(0)

/** @throws Refusal idempotency_key_reused */
export function sameRequest(
  { requestHash }: IdempotencyKey,
  kept: { request_hash: Buffer; answer: unknown },
): StoredAnswer {
  const isWithdrawn = kept.request_hash.equals(noRequest)
  if (!isWithdrawn && !kept.request_hash.equals(requestHash))
    throw new Refusal('idempotency_key_reused')
  return kept.answer as StoredAnswer
}

interface Ending {
  /**
   * Whether the answer may replace a begun state. False for a call refused early, because a retry of it may have
   * begun since.
   */
  endsWhatBegan: boolean
}

/** @returns the first answer: this one, unless another one or other work was stored before */
export async function storeAnswer(
  database: Database,
  idempotencyKey: IdempotencyKey,
  answer: StoredAnswer,
  { endsWhatBegan }: Ending,
): Promise<StoredAnswer> {
  const { userId, key, requestHash } = idempotencyKey
  const text = JSON.stringify(answer)
  const { numAffectedRows } = await sql`
    insert into idempotency_keys as known (user_id, key, request_hash, answer)
    values (${userId}, ${key}, ${requestHash}, ${text})
    on conflict on constraint idempotency_keys_used do update set answer = excluded.answer
    where ${endsWhatBegan} and known.request_hash = excluded.request_hash
      and known.answer ? 'begun'`.execute(database)
  if (numAffectedRows === 1n) return JSON.parse(text)
  return (await findAnswer(database, idempotencyKey)) ?? answer
}
