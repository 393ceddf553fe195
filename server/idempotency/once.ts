import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { Refusal, refusalOf } from '../http/refusal.ts'
import type { Attempt } from './attempt.ts'

type Outcome<T> = { done: T } | { refusal: Refusal['refusal']; facts: unknown }

/**
 * Does the work once for an attempt, in one transaction with its answer: a repetition waits for the
 * first to end and gets its answer, also after a crash.
 * @throws Refusal idempotency_key_reused when the key came with another call or body before
 */
export async function once<T extends object>(
  database: Database,
  attempt: Attempt | undefined,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  if (!attempt) return database.transaction().execute(work)
  const outcome = await database
    .transaction()
    .execute((transaction) => doAndKeep(transaction, attempt, work))
    .catch((error) => firstAnswer<Outcome<T>>(database, attempt, error))
  if ('done' in outcome) return outcome.done
  throw Reflect.construct(Refusal, [outcome.refusal, outcome.facts])
}

/**
 * What was answered to the attempt before, for a statement that failed to keep an answer because
 * there is one.
 * @throws what was caught, when it was something else
 */
export async function firstAnswer<Answer>(
  database: Database,
  { userId, key, requestHash }: Attempt,
  error: unknown,
): Promise<Answer> {
  const isRepetition =
    error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_used'
  if (!isRepetition) throw error
  // Written, though nothing changes: its commit waits for a synchronous replica to have all that was
  // committed before it, the first time included.
  const kept = await database
    .updateTable('idempotency_keys')
    .set({ key })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .returning(['request_hash', 'answer'])
    .executeTakeFirstOrThrow()
  if (!kept.request_hash.equals(requestHash)) throw new Refusal('idempotency_key_reused')
  return kept.answer as Answer
}

async function doAndKeep<T extends object>(
  transaction: Database,
  { userId, key, requestHash }: Attempt,
  work: (transaction: Database) => Promise<T>,
): Promise<Outcome<T>> {
  await transaction
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, request_hash: requestHash })
    .execute()
  await sql`savepoint work`.execute(transaction)
  const outcome = await outcomeOf(work(transaction))
  if ('refusal' in outcome) await sql`rollback to savepoint work`.execute(transaction)
  await transaction
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(outcome) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return outcome
}

/** What passes by itself, such as too many calls, is no answer to keep. */
async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await work }
  } catch (error) {
    const refusal = refusalOf(error as Error)
    if (!refusal || refusal.status === 429 || refusal.status >= 500) throw error
    return { refusal: refusal.refusal, facts: refusal.facts }
  }
}
