import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Server } from '../../http/request/server.ts'
import { doneUntil, writtenNotices } from '../../notifications/preferences/notice.ts'
import type { Database } from '../../platform/database/connection.ts'
import { jobConnections } from '../../platform/database/pool.ts'
import { advance } from './advance.ts'
import type { Look } from './cycle.ts'
import { Looking } from './looking.ts'
import { setBackCycles } from './set-back.ts'

/** How many one statement ends, and how many linked ones one statement finds. */
const endedAtOnce = 500
const foundAtOnce = 100
/** A round of many leaves a connection to the other background jobs. */
const lookedAtOnce = jobConnections - 1

/**
 * Goes on with every cycle whose time to be looked at has come: any server, each cycle by one of them.
 * @returns what went wrong with single ones: the next round tries again
 */
export async function lookAfterCycles(server: Server, looking = new Looking()): Promise<unknown[]> {
  const failed = await endAllByClock(server).then(
    () => [],
    (error: unknown) => [error],
  )
  return [...failed, ...(await lookAtDue(server, looking))]
}

/** Together. If that fails, each is looked at by itself. */
async function endAllByClock({ database, changes }: Server): Promise<void> {
  for (;;) {
    const ended = await endByClock(database)
    for (const deviceId of ended) changes.tell({ deviceId })
    if (ended.length < endedAtOnce) return
  }
}

/** What is due now, each once: one that fails keeps no other waiting. */
async function lookAtDue(server: Server, looking: Looking): Promise<unknown[]> {
  const failed: unknown[] = []
  let last: Due | undefined
  for (;;) {
    const due = await dueCycles(server.database, last)
    looking.goesOn()
    failed.push(...(await look(server, due, looking)))
    last = due.at(-1)
    if (due.length < foundAtOnce) return failed
  }
}

/** As long as the database's clock was set back nobody would look. Seldom: it asks for every cycle that is open. */
export async function lookAfterSetBack(server: Server): Promise<unknown[]> {
  return look(server, await setBackCycles(server.database), new Looking())
}

async function look(
  server: Server,
  cycles: readonly { id: string }[],
  looking: Looking,
): Promise<unknown[]> {
  const failed: unknown[] = []
  const looked = (at: number): Look => ({ kind: 'looked', at, lookingMs: looking.goesOn() })
  const lookAt = ({ id }: { id: string }) =>
    advance(server, id, looked, { skipLocked: true }).catch((error) => failed.push(error))
  await pLimit(lookedAtOnce).map(cycles, lookAt)
  return failed
}

/** As `next` ends a cycle without a link, of many in one statement. */
async function endByClock(database: Database): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    with due as (
      select id from cycles
      where look_at <= now() and state = 'running' and open_link_id is null and look_at >= ends_at
      order by look_at limit ${endedAtOnce} for update skip locked
    ),
    ended as (
      update cycles set state = 'finished', reason = 'time_over', is_measured = false,
        ended_at = clock_timestamp(), look_at = null, asks = 0
      from due where cycles.id = due.id
      returning cycles.*
    ),
    told as (${writtenNotices('done', sql`ended`, doneUntil)})
    select device_id from ended`.execute(database)
  return rows.map(({ device_id }) => device_id)
}

/** Where a round stands. Times as text: those of JavaScript have no microseconds. */
interface Due {
  id: string
  lookAt: string
  roundAt: string
}

/** @param last found before in the same round: what becomes due meanwhile is for the next one */
async function dueCycles(database: Database, last: Due | undefined): Promise<Due[]> {
  const until = last ? sql`${last.roundAt}::timestamptz` : sql`now()`
  const after = last
    ? sql`and (look_at, id) > (${last.lookAt}::timestamptz, ${last.id}::uuid)`
    : sql``
  const { rows } = await sql<Due>`
    select id, look_at::text as "lookAt", (${until})::text as "roundAt" from cycles
    where look_at <= ${until} ${after}
    order by look_at, id limit ${foundAtOnce}`.execute(database)
  return rows
}
