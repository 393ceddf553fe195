import { isTransient } from '@coinless/contract/first-answers.ts'
import { getForAccount, removeForAccount, setForAccount } from '../ui/account-storage.ts'
import type { RepeatChoice } from '../ui/confirm-repeat.tsx'
import { newKey } from '../ui/random-key.ts'
import { createStore } from '../ui/store.ts'
import { ApiError, type IdempotencyKey } from './client.ts'
import { NoAnswer, NotSent } from './connection.ts'

/** The previous call succeeded, and the user does not want another. */
export class AlreadyDone extends Error {
  /** Page to open instead. */
  readonly visit: string | undefined

  constructor(visit?: string) {
    super()
    this.visit = visit
  }
}

/**
 * Sends a call that creates or moves money with a new key, so that retries are idempotent. The key is kept for the
 * account in this tab until an answer comes, across reloads, lost connections and expired sessions (decision 34).
 * @param intention name of the action, such as 'pay'
 * @param wish called before another call if the outcome of the previous one is unknown here: withdraws that call unless
 *   it was done, and asks the user if it was
 * @throws AlreadyDone
 */
export async function withIdempotencyKey<T>(
  intention: string,
  send: (idempotencyKey: IdempotencyKey) => Promise<T>,
  wish: (openKey: string) => Promise<RepeatChoice>,
): Promise<T> {
  const end = begin(intention)
  try {
    await endLast(intention, wish)
    const key = newKey() as IdempotencyKey
    setForAccount(nameOf(intention), key)
    try {
      const answer = await repeated(() => send(key))
      close(intention, key)
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error)) close(intention, key)
      throw error
    }
  } finally {
    end()
  }
}

/** Keys of calls with a known outcome. */
const known = new Set<string>()

/** Marks the outcome of a call as known: later calls without an answer leave no doubt about it. */
export function noteOutcome(key: string): void {
  known.add(key)
}

async function endLast(intention: string, wish: (openKey: string) => Promise<RepeatChoice>) {
  const key = getForAccount(nameOf(intention))
  if (!key) return
  try {
    const wished = await repeated(() => wish(key))
    close(intention, key)
    if (wished === 'not again') throw new AlreadyDone()
    if (wished !== 'once more') throw new AlreadyDone(wished.visit)
  } catch (error) {
    // This attempt had no effect, but an earlier one may have.
    const isDoubt = error instanceof NotSent && !known.has(key)
    throw isDoubt ? new NoAnswer(undefined, { cause: error }) : error
  }
}

/** Key of a call that is no longer running and has an unknown outcome. */
export function openKey(intention: string): string | null {
  return callsAtWork.get().includes(intention) ? null : getForAccount(nameOf(intention))
}

/** Closes a call with a known outcome: the next one gets a new key. */
export function close(intention: string, key: string): void {
  if (getForAccount(nameOf(intention)) === key) removeForAccount(nameOf(intention))
  // openKey has changed.
  callsAtWork.set(callsAtWork.get())
}

/** The intentions of running calls. */
export const callsAtWork = createStore<readonly string[]>([])

function begin(intention: string): () => void {
  callsAtWork.set([...callsAtWork.get(), intention])
  return () => {
    const atWork = callsAtWork.get()
    callsAtWork.set(atWork.toSpliced(atWork.indexOf(intention), 1))
  }
}

/**
 * For a shared screen, which stores nothing: until the outcome of an attempt is known, the next ones repeat it.
 * @returns a function that makes one attempt
 */
export function keyedAttempts<Body, T>(
  send: (body: Body, idempotencyKey: IdempotencyKey) => Promise<T>,
) {
  let open: { body: Body; key: IdempotencyKey } | undefined
  return async (body: Body): Promise<T> => {
    const before = open
    const attempt = before ?? { body, key: newKey() as IdempotencyKey }
    try {
      const answer = await repeated(() => send(attempt.body, attempt.key))
      open = undefined
      return answer
    } catch (error) {
      // This attempt had no effect, but an earlier one may have.
      if (before && isUndone(error)) throw new NoAnswer(undefined, { cause: error })
      open = isOutcomeUnknown(error) ? attempt : undefined
      throw error
    }
  }
}

/** Whether a call that failed may have been done. */
export function isOutcomeUnknown(error: unknown): boolean {
  return Boolean(error) && !isAnswer(error) && !isUndone(error)
}

const pausesMs = [1_000, 2_000]

/** After this long, users try something else, and a late result would surprise them. */
const patienceMs = 15_000

/** Retries a call without an answer a few times immediately and never later: a tab may sleep for hours. */
async function repeated<T>(send: () => Promise<T>): Promise<T> {
  const since = Date.now()
  let failure: unknown
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (Date.now() - since > patienceMs) break
    try {
      return await send()
    } catch (error) {
      // If a retry has no effect, the outcome of the first attempt is still unknown.
      failure = isUndone(error) ? (failure ?? error) : error
      if (isRefused(error) || error instanceof NotSent) break
    }
  }
  throw failure
}

/** Refused by the server, or for a temporary reason such as a rate limit: an immediate retry does not help. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status < 500 && (error.isDocumented || isTransient(error.status))
}

/** Whether this attempt certainly had no effect: an expired session must sign in first. */
function isUndone(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof ApiError && error.status === 401)
}

/** The outcome is unknown without an answer, with a temporary error or with one that is not from the server. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isDocumented && !isTransient(error.status)
}

function nameOf(intention: string): string {
  return `idempotency-key ${intention}`
}
