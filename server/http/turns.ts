import pLimit from 'p-limit'
import { Refusal } from './refusal.ts'

const retryAfterSeconds = 5

/**
 * For costly work: a few at once, and a queue that ends, so that a flood of it leaves the machine to
 * payments.
 * @returns what does the work in its turn, or throws Refusal too_busy
 */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw new Refusal('too_busy', { seconds: retryAfterSeconds })
    return limit(work)
  }
}
