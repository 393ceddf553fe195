import { ApiError } from './api.ts'
import { NoAnswer, NotSent } from './connection.ts'
import { drop, keep, kept } from './ui/kept.ts'
import { newKey } from './ui/random-key.ts'

/**
 * Sends what creates or moves money with a key that names this one intention. The key is kept for the
 * account in this tab until an answer came, over retries, reloads, lost connections and the end of a
 * session: sent again with it, the server does nothing twice and answers as the first time.
 * @param intention what is done, such as 'pay'
 */
export async function once<T>(
  intention: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const name = nameOf(intention)
  const open = kept(name)
  const key = open ?? newKey()
  keep(name, key)
  try {
    const answer = await send(key)
    drop(name)
    return answer
  } catch (error) {
    // Nothing came of it this time, but perhaps of the time before.
    if (error instanceof NotSent && open) throw new NoAnswer(undefined, { cause: error })
    if (!isAnswer(error) && !(isUndone(error) && !open)) throw error
    drop(name)
    // What was left open was something else.
    if (isAnswer(error) && error.code === 'idempotency_key_reused') return once(intention, send)
    throw error
  }
}

/** Whether nobody knows yet how the last attempt ended: it must be repeated just as it was. */
export function isOpen(intention: string): boolean {
  return openKey(intention) !== null
}

/** The key of an attempt of which nobody here knows how it ended. */
export function openKey(intention: string): string | null {
  return kept(nameOf(intention))
}

/** It is known now how the attempt ended: the next one is another. */
export function close(intention: string, key: string): void {
  if (openKey(intention) === key) drop(nameOf(intention))
}

const pausesMs = [1_000, 2_000]

/** Whoever has waited that long looks for another way, and would be surprised by what comes later. */
const patienceMs = 15_000

/** Repeats what had no answer, a few times at once and never later: a tab may sleep for hours. */
export async function repeated<T>(send: () => Promise<T>): Promise<T> {
  const since = Date.now()
  let failure: unknown
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (Date.now() - since > patienceMs) break
    try {
      return await send()
    } catch (error) {
      // What the first one did is not known any better if the second does nothing.
      failure = isUndone(error) ? (failure ?? error) : error
      if (isAnswer(error) || isUndone(error)) break
      if (error instanceof ApiError && passes.includes(error.status)) break
    }
  }
  throw failure
}

/** These say nothing of what came of it, and the server keeps none of them (decision 18). */
const passes = [401, 408, 413, 429]

/** Whether it is known that this try did nothing: whose session has ended is asked to sign in first. */
function isUndone(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof ApiError && error.status === 401)
}

/** Without an answer, or with one that passes by itself, nobody knows whether it was done. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !passes.includes(error.status)
}

function nameOf(intention: string): string {
  return `idempotency-key ${intention}`
}
