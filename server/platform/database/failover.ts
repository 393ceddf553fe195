import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseLost } from './lost-connection.ts'

/**
 * How long calls wait during a PostgreSQL failover, in milliseconds: a planned switchover takes about half of it
 * (decision 95).
 */
const failoverTimeoutMs = 10_000
const pauseMs = 250

/** Only an external database can fail over to another server; nothing replaces the embedded one. */
export function failoverTimeoutOf({ databaseUrl }: { databaseUrl: string | undefined }): number {
  return databaseUrl ? failoverTimeoutMs : 0
}

/** A server that is gone, starting, stopping, a replica or disconnected. Waiting makes a full or slow one worse. */
const changingCodes = /^(08...|25006|57P0[1-5]|ECONN(REFUSED|RESET)|EPIPE|EHOSTUNREACH)$/
const changingMessages = /^(Connection terminated|Client has encountered a connection error)/

/** Whether the database is gone, rather than full, slow or locked. */
export function isFailover(error: Error & { code?: string }): boolean {
  if (!isDatabaseLost(error)) return false
  return changingCodes.test(error.code ?? '') || changingMessages.test(error.message)
}

/**
 * Retries work until a PostgreSQL accepts it or the time is over. A failed attempt may have taken effect, so the work
 * must be idempotent.
 * @param forMs 0: no retry
 */
export async function retryDuringFailover<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() >= deadline || !isFailover(error as Error)) throw error
    }
    await delay(pauseMs)
  }
}
