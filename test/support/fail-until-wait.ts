import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/**
 * Fails as often as an account may, then once more, so that the next attempt has to wait. Lengthens that wait: on a busy
 * machine the first, 2 seconds, ends before the next call.
 */
export async function failUntilWait(
  { database }: Pick<TestApp, 'database'>,
  fail: (attempt: number) => Promise<unknown>,
  free: number = limits.freeAttempts,
): Promise<void> {
  for (let attempt = 0; attempt <= free; attempt++) await fail(attempt)
  await sql`update failed_attempts set blocked_until = now() + interval '1 hour'
    where failures > case when throttle_key ~ ' (of|by) '
      then ${limits.freeAttempts}::integer else ${limits.freeAttemptsOfNetwork}::integer end`.execute(
    database,
  )
}

/** How many sequential attempts are checked in that time, with waits of 2, 4, 8 … seconds between them. */
export function judgedWithin(ms: number): number {
  return limits.freeAttempts + 1 + Math.floor(Math.log2(1 + ms / 2000))
}
