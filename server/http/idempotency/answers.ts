import { passesByItself } from '@coinless/contract/first-answers.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connection.ts'
import { InvalidInput, Refusal, refusalOf } from '../../platform/refusals/refusal.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** What a key stands for: an answer, or work that has begun and is not answered yet. */
export type StoredAnswer =
  | { done: unknown }
  | { refusal: Refusal['refusal']; facts: unknown }
  | { begun: { id: string } }

/** Thrown by work that finds that its key has been answered before. */
export class IdempotentReplay extends Error {
  readonly kept: StoredAnswer

  constructor(kept: StoredAnswer) {
    super('answered before')
    this.kept = kept
  }
}

/**
 * The first answer to a key is its answer, whatever it was: it is looked for before anything is
 * judged. What passes by itself is none: a session that ran out, too many calls, a fault of ours.
 * @param isFoundByWork the work looks for the answer itself, and throws IdempotentReplay
 * @param issues of the input: the same for the same input, so that they are not kept
 * @throws Refusal idempotency_key_reused when the key came with another call or body before
 */
export async function answerOf<T>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  { isFoundByWork, issues }: { isFoundByWork: boolean; issues?: readonly z.core.$ZodIssue[] },
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotencyKey) return work()
  const kept = isFoundByWork ? undefined : await find(database, idempotencyKey)
  if (kept && !('begun' in kept)) return tell(kept, issues)
  try {
    return await work()
  } catch (error) {
    const first = await firstAnswer(database, idempotencyKey, error as Error)
    if (!first) throw error
    if (!('begun' in first)) return tell(first, issues)
    // The same call has begun after this one was refused, and this one goes on from there.
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
  if (isRepetition(error)) return find(database, idempotencyKey)
  return keepRefusal(database, idempotencyKey, error, { endsWhatBegan: false })
}

/** @returns the first answer; undefined when the error is none that is kept */
export async function keepRefusal(
  database: Database,
  idempotencyKey: IdempotencyKey,
  error: Error,
  ending: Ending,
): Promise<StoredAnswer | undefined> {
  const refusal = refusalOf(error)
  if (!refusal || passesByItself(refusal.status)) return undefined
  const { refusal: code, facts } = refusal
  const first = await keep(database, idempotencyKey, { refusal: code, facts }, ending)
  await forgetOldRefusals(database, idempotencyKey)
  return first
}

/** Work that is done leaves more than its key; refusals leave nothing else, and cost nothing. */
export async function forgetOldRefusals(
  database: Database,
  { userId }: Pick<IdempotencyKey, 'userId'>,
): Promise<void> {
  const refused = sql`from idempotency_keys where user_id = ${userId} and answer ? 'refusal'`
  await sql`delete from idempotency_keys where ctid = any (array(
    select ctid ${refused} and created_at <= (
      select created_at ${refused} order by created_at desc offset ${limits.keptRefusals} limit 1
    ) for update skip locked))`.execute(database)
}

/** A statement failed to keep an answer, because there is one or another call is at it. */
export function isRepetition(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_used'
  )
}

/** @throws Refusal */
export function tell<T>(kept: StoredAnswer, issues: readonly z.core.$ZodIssue[] = []): T {
  if ('done' in kept) return kept.done as T
  if ('begun' in kept) throw new Error('no answer yet')
  const { refusal, facts } = kept
  if (refusal === 'invalid_input') throw new InvalidInput(issues)
  throw Reflect.construct(Refusal, [refusal, facts])
}

/**
 * What is kept for a key.
 * @throws Refusal idempotency_key_reused
 */
export async function find(
  database: Database,
  idempotencyKey: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const kept = await findKept(database, idempotencyKey)
  return kept && sameRequest(idempotencyKey, kept)
}

/** The same for whoever knows no more than the key. */
export function findKept(
  database: Database,
  { userId, key }: Pick<IdempotencyKey, 'userId' | 'key'>,
) {
  // Written, though nothing changes: its commit waits for a synchronous replica to have all that was
  // committed before it, the first time included.
  return database
    .updateTable('idempotency_keys')
    .set({ key })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .returning(['request_hash', 'answer', 'created_at'])
    .executeTakeFirst()
}

/** Of a call that was withdrawn before it arrived: it may be any. */
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
  /** Else whoever was refused would end what the same call, coming again, has begun meanwhile. */
  endsWhatBegan: boolean
}

/** @returns the first answer: this one, unless another was kept meanwhile, or other work has begun */
export async function keep(
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
  return (await find(database, idempotencyKey)) ?? answer
}
