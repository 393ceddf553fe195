import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '../refusals/refusal.ts'

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

/** Does work when it is its turn. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A queue for each name, as long as something stands in it: so many under one name are at work at once.
 * What comes of work may last longer than that: its turn ends with it.
 */
export function turnsByName(atOnce: number) {
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
