import type { Turn } from '../../platform/concurrency/turns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { givingWay, lockAccount, shareAccount } from '../request/account-lock.ts'
import {
  find,
  IdempotentReplay,
  isRepetition,
  keep,
  keepRefusal,
  type StoredAnswer,
  tell,
} from './answers.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/**
 * Does the work once for a key, in one transaction with its answer, so that both are kept or
 * neither. A repetition waits here for the first to end.
 * @throws IdempotentReplay
 */
export async function idempotent<T extends object>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return keptWith(database, idempotencyKey, work, (done) => ({ done }))
}

/** The same for work that takes long: it keeps nobody from the account, and confirms the session itself (givingWay). */
export async function idempotentLong<T extends object>(
  database: Database,
  caller: Parameters<typeof givingWay>[1],
  idempotencyKey: IdempotencyKey | undefined,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return givingWay(database, caller, (begin) =>
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
 * The same for work whose answer has a secret that is kept nowhere: it is made anew for a repetition.
 * @param work holds the account of the caller alone
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
    if (error instanceof IdempotentReplay) return tell<T>(error.kept)
    throw error
  })
  return { ...done, ...secretOf(done) }
}

/**
 * Work of two steps, of which the second asks somebody outside. A key begins once; whoever comes
 * next goes on from there; the answer that is ready first stands.
 * @param inTurn the first step takes its turn; whoever is asked outside may take long
 * @throws IdempotentReplay
 */
export async function inSteps<T>(
  database: Database,
  idempotencyKey: IdempotencyKey | undefined,
  inTurn: Turn,
  begin: (transaction: Database) => Promise<{ id: string }>,
  finish: (id: string) => Promise<T>,
): Promise<T> {
  const id = await inTurn(() => beginOnce(database, idempotencyKey, begin))
  if (!idempotencyKey) return finish(id)
  const endsWhatBegan = true
  const done = await finish(id).catch(async (error) => {
    const first = await keepRefusal(database, idempotencyKey, error, { endsWhatBegan })
    throw first ? new IdempotentReplay(first) : error
  })
  return tell(await keep(database, idempotencyKey, { done }, { endsWhatBegan }))
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
      // The key shares the account a little. Whoever wants more of it later, while somebody closes it, would
      // wait in a circle; so would whoever takes two accounts in another order.
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
    const kept = isRepetition(error) ? await find(database, idempotencyKey) : undefined
    throw kept ? new IdempotentReplay(kept) : error
  }
}
