import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

interface Start {
  id: string
  controllerId: string
  channel: number
}

/**
 * Claims a start before it is sent to a box that knows no start ids: only the first claim, by any server, succeeds.
 * @returns milliseconds until its deadline by the database's clock, zero or less if it has passed; undefined if it was
 * claimed before, or is not of this controller
 */
export async function takeStart(
  database: Database,
  { id, controllerId, channel }: Start,
  seconds: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ left_ms: number }>`
    update starts set sent_at = clock_timestamp(), sent_seconds = ${seconds}
    where id = ${id} and controller_id = ${controllerId} and channel = ${channel} and sent_at is null
    returning (extract(epoch from deadline - clock_timestamp()) * 1000)::float8 as left_ms`.execute(
    database,
  )
  return rows[0]?.left_ms
}

export interface RunningStart {
  id: string
  seconds: number
  isAccepted: boolean
  sentSecondsAgo: number
}

/**
 * Returns the last claimed start of a channel while it can be running. The start of the open cycle comes first: others
 * may be in the future if the clock was set back.
 */
export async function runningStart(
  database: Database,
  controllerId: string,
  channel: number,
): Promise<RunningStart | undefined> {
  const { rows } = await sql<RunningStart>`
    select id, sent_seconds as seconds, answer is not distinct from 'accepted' as "isAccepted",
      extract(epoch from clock_timestamp() - sent_at)::float8 as "sentSecondsAgo"
    from starts
    where id = coalesce(
      (
        select starts.id from device_links as link
          join cycles on open_link_id = link.id
          join starts on cycle_id = cycles.id
        where link.controller_id = ${controllerId} and link.channel = ${channel}
          and sent_at is not null
        order by number desc limit 1
      ),
      (
        select id from starts
        where controller_id = ${controllerId} and channel = ${channel} and sent_at is not null
        order by created_at desc limit 1
      )
    )`.execute(database)
  const [last] = rows
  return last && last.sentSecondsAgo < last.seconds + limits.overrunSeconds ? last : undefined
}
