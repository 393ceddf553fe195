import { passesByItself } from '@coinless/contract/first-answers.ts'
import type { Wish } from '../ui/ask-once-more.tsx'
import { drop, keep, kept } from '../ui/kept.ts'
import { newKey } from '../ui/random-key.ts'
import { ApiError, type IdempotencyKey } from './client.ts'
import { NoAnswer, NotSent } from './connection.ts'

/** The last call was done, and the person does not want it once more. */
export class DoneBefore extends Error {
  /** The page to which they go instead. */
  readonly lookAt: string | undefined

  constructor(lookAt?: string) {
    super()
    this.lookAt = lookAt
  }
}

/**
 * Sends what creates or moves money with a key that names this one try: repeated with it, the server does
 * nothing twice and answers as the first time. The key is kept for the account in this tab until an answer
 * came, over reloads, lost connections and the end of a session (decision 46).
 * @param intention what is done, such as 'pay'
 * @param wish asked before another call is sent while nobody here knows how the one before ended:
 *   finds that out, after which it is not done any more unless it has been, and then asks the person
 * @throws DoneBefore
 */
export async function withIdempotencyKey<T>(
  intention: string,
  send: (idempotencyKey: IdempotencyKey) => Promise<T>,
  wish: (openKey: string) => Promise<Wish>,
): Promise<T> {
  const end = begin(intention)
  try {
    await endLast(intention, wish)
    const key = newKey() as IdempotencyKey
    keep(nameOf(intention), key)
    try {
      const answer = await repeated(() => send(key))
      close(intention, key)
      return answer
    } catch (error) {
      if (isAnswer(error) || isUndone(error)) close(intention, key)
      throw error
    }
  } finally {
    end()
  }
}

/** Keys of calls of which is known by now how they ended. */
const known = new Set<string>()

/** What has no answer from now on is no doubt about that call any more. */
export function noteOutcome(key: string): void {
  known.add(key)
}

async function endLast(intention: string, wish: (openKey: string) => Promise<Wish>) {
  const key = kept(nameOf(intention))
  if (!key) return
  try {
    const wished = await repeated(() => wish(key))
    close(intention, key)
    if (wished === 'not again') throw new DoneBefore()
    if (wished !== 'once more') throw new DoneBefore(wished.lookAt)
  } catch (error) {
    // Nothing came of it this time, but perhaps of the time before.
    const isDoubt = error instanceof NotSent && !known.has(key)
    throw isDoubt ? new NoAnswer(undefined, { cause: error }) : error
  }
}

/** The key of a call that is not on its way any more, and of which nobody here knows how it ended. */
export function openKey(intention: string): string | null {
  return atWork.includes(intention) ? null : kept(nameOf(intention))
}

/** It is known now how the call ended: the next one is another. */
export function close(intention: string, key: string): void {
  if (kept(nameOf(intention)) === key) drop(nameOf(intention))
  tell()
}

let atWork: readonly string[] = []
const listeners = new Set<() => void>()

/** For useSyncExternalStore. */
export function subscribeToKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function begin(intention: string): () => void {
  atWork = [...atWork, intention]
  tell()
  return () => {
    atWork = atWork.toSpliced(atWork.indexOf(intention), 1)
    tell()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

const pausesMs = [1_000, 2_000]

/** Whoever has waited that long looks for another way, and would be surprised by what comes later. */
const patienceMs = 15_000

/** Repeats what had no answer, a few times at once and never later: a tab may sleep for hours. */
async function repeated<T>(send: () => Promise<T>): Promise<T> {
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
      if (isRefused(error) || error instanceof NotSent) break
    }
  }
  throw failure
}

/** By the server itself, or as too much at once: then asking again at once does not help. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status < 500 && (error.isDocumented || passesByItself(error.status))
}

/** Whether it is known that this try did nothing: whose session has ended is asked to sign in first. */
function isUndone(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof ApiError && error.status === 401)
}

/** Without an answer, or with one that passes by itself or is not the server's, nobody knows whether it was done. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isDocumented && !passesByItself(error.status)
}

function nameOf(intention: string): string {
  return `idempotency-key ${intention}`
}
