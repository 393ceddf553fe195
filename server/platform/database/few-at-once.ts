import pLimit from 'p-limit'
import type { RunLimited } from '../concurrency/limit-concurrency.ts'
import { isFailover } from './failover.ts'

/**
 * Limits concurrent work on the database. When the database is gone, the waiting work fails too: one by one, each would
 * wait for a failover, for minutes altogether, and then be out of date.
 */
export function fewAtOnce(atOnce: number): RunLimited {
  const limit = pLimit({ concurrency: atOnce, rejectOnClear: true })
  return (work) =>
    limit(async () => {
      try {
        return await work()
      } catch (error) {
        if (isFailover(error as Error)) limit.clearQueue()
        throw error
      }
    })
}
