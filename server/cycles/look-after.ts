import { sql } from 'kysely'
import type { Server } from '../calls/server.ts'
import type { Database } from '../database/connection.ts'
import { doneUntil, writtenNotices } from '../notifications/notice.ts'
import { advance } from './advance.ts'
import { setBackCycles } from './set-back.ts'

/** How many one statement ends, and of how many linked ones one round goes on with. */
const endedAtOnce = 500
const lookedAtOnce = 100

/**
 * Goes on with every cycle whose time to be looked at has come: any server, each cycle by one of them.
 * @returns what went wrong with single ones: the next round tries again
 */
export async function lookAfterCycles(server: Server): Promise<unknown[]> {
  for (;;) {
    const ended = await endByClock(server.database)
    for (const deviceId of ended) server.changes.tell({ deviceId })
    if (ended.length < endedAtOnce) break
  }
  return look(server, await dueCycles(server.database))
}

/** As long as the database's clock was set back nobody would look. Seldom: it asks for every cycle that is open. */
export async function lookAfterSetBack(server: Server): Promise<unknown[]> {
  return look(server, await setBackCycles(server.database))
}

async function look(server: Server, ids: readonly string[]): Promise<unknown[]> {
  const failed: unknown[] = []
  for (const id of ids) {
    await advance(server, id, (at) => ({ kind: 'looked', at }), { skipLocked: true }).catch(
      (error) => failed.push(error),
    )
  }
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

async function dueCycles(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('cycles')
    .select('id')
    .where('look_at', '<=', sql<Date>`now()`)
    .orderBy('look_at')
    .limit(lookedAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}
