import type { Logger } from 'pino'
import type { QueryObserver } from '../../platform/database/connection.ts'
import type { Metrics } from './metrics.ts'
import { traceQuery } from './tracing.ts'

const loggedLength = 2000

/** Counts and traces statements, and logs slow ones: their text, never their values. */
export function watchQueries(
  { querySeconds, slowQueries, failedQueries }: Metrics,
  log: Pick<Logger, 'warn'>,
  slowMs: number,
): QueryObserver {
  return (query) => {
    const { sql, durationMs, isFailed } = query
    traceQuery(query)
    querySeconds.observe(durationMs / 1000)
    if (isFailed) failedQueries.inc()
    if (durationMs < slowMs) return
    slowQueries.inc()
    const statement = sql.replace(/\s+/g, ' ').trim().slice(0, loggedLength)
    log.warn({ statement, durationMs: Math.round(durationMs) }, 'slow query')
  }
}
