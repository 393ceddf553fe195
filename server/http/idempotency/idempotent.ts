import type { RunLimited } from '../../platform/concurrency/limit-concurrency.ts'
import type { Database } from '../../platform/database/connection.ts'
import { lockAccount, shareAccount, yieldToExclusive } from '../request/account-lock.ts'
import {
  findAnswer,
  IdempotentReplay,
  isRepetition,
  type StoredAnswer,
  storeAnswer,
  storeRefusal,
  unwrapAnswer,
} from './answers.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/**
 * Runs work once per key, in one transaction with its stored answer. A retry waits here for the first call to finish.
 * @throws IdempotentReplay
 */
export async function idempotent<T extends object>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return keptWith(database, idempotencyKey, work, (done) => ({ done }))
}

/** Like idempotent for long work, which does not lock the account and confirms the session itself (yieldToExclusive). */
export async function idempotentLong<T extends object>(
  database: Database,
  caller: Parameters<typeof yieldToExclusive>[1],
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return yieldToExclusive(database, caller, (begin) =>
    keptWith(
      database,
      idempotencyKey,
      async (transaction) => {
        await begin(transaction)
        return work(transaction)
      },
      (done) => ({ done }),
      begin,
    ),
  )
}

/**
 * Like idempotent for work whose answer contains a secret. The secret is not stored; a retry gets a new one.
 * @param work locks the caller's account exclusively
 */
export async function idempotentWith<T extends object, Secret extends object>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
  secretOf: (done: T) => Secret,
): Promise<T & Secret> {
  const done = await keptWith(
    database,
    idempotencyKey,
    work,
    (done) => ({ done }),
    lockAccount,
  ).catch((error) => {
    if (error instanceof IdempotentReplay) return unwrapAnswer<T>(error.kept)
    throw error
  })
  return { ...done, ...secretOf(done) }
}

/**
 * Runs work in two steps, of which the second calls an external service. The first step runs once per key, and
 * retries resume after it. The first completed answer is final.
 * @param inTurn queues the first step only, because the external service may be slow
 * @throws IdempotentReplay
 */
export async function inSteps<T>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  inTurn: RunLimited,
  begin: (transaction: Database) => Promise<{ id: string }>,
  finish: (id: string) => Promise<T>,
): Promise<T> {
  const id = await inTurn(() => beginOnce(database, idempotencyKey, begin))
  if (!idempotencyKey) return finish(id)
  const endsWhatBegan = true
  const done = await finish(id).catch(async (error) => {
    const first = await storeRefusal(database, idempotencyKey, error, { endsWhatBegan })
    throw first ? new IdempotentReplay(first) : error
  })
  return unwrapAnswer(await storeAnswer(database, idempotencyKey, { done }, { endsWhatBegan }))
}

async function beginOnce(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  begin: (transaction: Database) => Promise<{ id: string }>,
): Promise<string> {
  try {
    return (await keptWith(database, idempotencyKey, begin, ({ id }) => ({ begun: { id } }))).id
  } catch (error) {
    if (error instanceof IdempotentReplay && 'begun' in error.kept) return error.kept.begun.id
    throw error
  }
}

async function keptWith<T extends object>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
  keptOf: (result: T) => StoredAnswer,
  hold: (transaction: Database, userId: string) => Promise<unknown> = shareAccount,
): Promise<T> {
  if (!idempotencyKey) return database.transaction().execute(work)
  const { userId: user_id, heldId = user_id, key, requestHash: request_hash } = idempotencyKey
  try {
    return await database.transaction().execute(async (transaction) => {
      // The insert shares the account's row through its foreign key. Locking it more strongly later, or locking two
      // accounts in another order, could deadlock.
      for (const id of [...new Set([user_id, heldId])].sort()) await hold(transaction, id)
      await transaction
        .insertInto('idempotency_keys')
        .values({ user_id, key, request_hash })
        .execute()
      const result = await work(transaction)
      await transaction
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(keptOf(result)) })
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .execute()
      return result
    })
  } catch (error) {
    const kept = isRepetition(error) ? await findAnswer(database, idempotencyKey) : undefined
    throw kept ? new IdempotentReplay(kept) : error
  }
}
