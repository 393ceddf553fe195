import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseLost } from './lost.ts'

/**
 * How long calls wait for a PostgreSQL that changes hands, in milliseconds: a switchover on purpose takes about
 * half of it (decision 173).
 */
const patienceMs = 10_000
const pauseMs = 250

/** Of a database of one's own, in whose place another one may come; nothing comes in the place of the embedded one. */
export function patienceOf({ databaseUrl }: { databaseUrl: string | undefined }): number {
  return databaseUrl ? patienceMs : 0
}

/** A server that is gone, starts, stops or follows, or that broke off: of what is full or too slow waiting makes more. */
const changingCodes = /^(08...|25006|57P0[1-5]|ECONN(REFUSED|RESET)|EPIPE|EHOSTUNREACH)$/
const changingMessages = /^(Connection terminated|Client has encountered a connection error)/

function isChangingHands(error: Error & { code?: string }): boolean {
  if (!isDatabaseLost(error)) return false
  return changingCodes.test(error.code ?? '') || changingMessages.test(error.message)
}

/**
 * Does work again until a PostgreSQL takes it, or the time is over. The work may have been done before, so doing
 * it twice must be the same as doing it once.
 * @param forMs 0: not once more
 */
export async function outlasting<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() >= deadline || !isChangingHands(error as Error)) throw error
    }
    await delay(pauseMs)
  }
}
