import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Server } from '../../http/request/server.ts'
import { doneUntil, notifying } from '../../notifications/preferences/enqueue.ts'
import type { Database } from '../../platform/database/connection.ts'
import { jobConnections } from '../../platform/database/pool.ts'
import { advance } from './advance.ts'
import { CheckStreak } from './check-streak.ts'
import type { DueCheck } from './cycle.ts'
import { setBackCycles } from './set-back.ts'

/** Cycles ended by one statement, and linked cycles found by one statement. */
const endedAtOnce = 500
const foundAtOnce = 100
/** Leaves a connection to other background jobs. */
const checkedAtOnce = jobConnections - 1

/**
 * Advances every cycle that is due for a check. Runs on every server; each cycle is taken by one.
 * @returns errors of single cycles; the next round retries them
 */
export async function checkDueCycles(
  server: Server,
  streak = new CheckStreak(),
): Promise<unknown[]> {
  const failed = await endAllByClock(server).then(
    () => [],
    (error: unknown) => [error],
  )
  return [...failed, ...(await checkAllDue(server, streak))]
}

/** All in one statement; one by one if that fails. */
async function endAllByClock({ database, changes }: Server): Promise<void> {
  for (;;) {
    const ended = await endByClock(database)
    for (const deviceId of ended) changes.publish({ deviceId })
    if (ended.length < endedAtOnce) return
  }
}

/** Each due cycle once, so that a failing one does not block others. */
async function checkAllDue(server: Server, streak: CheckStreak): Promise<unknown[]> {
  const failed: unknown[] = []
  let last: Due | undefined
  for (;;) {
    const due = await dueCycles(server.database, last)
    streak.extend()
    failed.push(...(await checkEach(server, due, streak)))
    last = due.at(-1)
    if (due.length < foundAtOnce) return failed
  }
}

/** Without this, no check would come due after the clock is set back. Rare: it reads every open cycle. */
export async function checkSetBackCycles(server: Server): Promise<unknown[]> {
  return checkEach(server, await setBackCycles(server.database), new CheckStreak())
}

async function checkEach(
  server: Server,
  cycles: readonly { id: string }[],
  streak: CheckStreak,
): Promise<unknown[]> {
  const failed: unknown[] = []
  const event = (at: number): DueCheck => ({ kind: 'checked', at, checkingMs: streak.extend() })
  const check = ({ id }: { id: string }) =>
    advance(server, id, event, { skipLocked: true }).catch((error) => failed.push(error))
  await pLimit(checkedAtOnce).map(cycles, check)
  return failed
}

/** Ends many cycles without a link in one statement, as `transition` does. */
async function endByClock(database: Database): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    with due as (
      select id from cycles
      where next_check_at <= now() and state = 'running' and open_link_id is null and next_check_at >= ends_at
      order by next_check_at limit ${endedAtOnce} for update skip locked
    ),
    ended as (
      update cycles set state = 'finished', reason = 'time_over', is_measured = false,
        ended_at = clock_timestamp(), next_check_at = null, check_attempts = 0
      from due where cycles.id = due.id
      returning cycles.*
    ),
    ${notifying('done', sql`ended`, doneUntil)}
    select device_id from ended`.execute(database)
  return rows.map(({ device_id }) => device_id)
}

/** Position of a round. Times as text, because JavaScript dates have no microseconds. */
interface Due {
  id: string
  nextCheckAt: string
  roundAt: string
}

/** @param last position of the same round; what becomes due later waits for the next round */
async function dueCycles(database: Database, last: Due | undefined): Promise<Due[]> {
  const until = last ? sql`${last.roundAt}::timestamptz` : sql`now()`
  const after = last
    ? sql`and (next_check_at, id) > (${last.nextCheckAt}::timestamptz, ${last.id}::uuid)`
    : sql``
  const { rows } = await sql<Due>`
    select id, next_check_at::text as "nextCheckAt", (${until})::text as "roundAt" from cycles
    where next_check_at <= ${until} ${after}
    order by next_check_at, id limit ${foundAtOnce}`.execute(database)
  return rows
}
