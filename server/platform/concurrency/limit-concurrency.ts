import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '../refusals/refusal.ts'

const retryAfterSeconds = 5

/**
 * Limits costly work to a few at once and a bounded queue, so that a burst of it does not slow payments.
 * @returns function that runs work in turn, or throws Refusal too_busy
 */
export function limitConcurrency({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw new Refusal('too_busy', { seconds: retryAfterSeconds })
    return limit(work)
  }
}

/** Runs work in turn. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrent work per name, with a queue that exists only while it is used. Work occupies its slot until `end`
 * resolves, which may be after its result.
 */
export function limitConcurrencyByName(atOnce: number) {
  const queues = new Map<string, { limit: LimitFunction; length: number }>()
  return <T>(
    name: string,
    work: () => Promise<T>,
    end: () => Promise<void> = async () => {},
  ): Promise<T> => {
    const queue = queues.get(name) ?? { limit: pLimit(atOnce), length: 0 }
    queues.set(name, queue)
    queue.length += 1
    return new Promise((resolve, reject) => {
      const turn = queue.limit(async () => {
        const done = work()
        done.then(resolve, reject)
        await done.then(end, () => {})
      })
      void turn.finally(() => {
        queue.length -= 1
        if (queue.length === 0) queues.delete(name)
      })
    })
  }
}
