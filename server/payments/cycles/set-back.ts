import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** What has happened to a cycle that something is still to be done about, the last of it. */
const lastKnown = sql`greatest(run_since, heard_running_at, idle_since, ended_at,
  (select max(starts.created_at) from starts where starts.cycle_id = cycles.id))`

/**
 * What has happened lies ahead only after the database's clock was set back. Then all times of the cycle go back
 * with it, until the last that is known is now: what came after that, a minute at most, counts for the customer.
 * @param id of a cycle that is locked
 */
export async function bringBack(transaction: Database, id: string): Promise<void> {
  await sql`
    with ahead as (
      select ${lastKnown} - clock_timestamp() as by from cycles where id = ${id}
    ),
    its_starts as (
      update starts set created_at = created_at - by, deadline = deadline - by, sent_at = sent_at - by
      from ahead where cycle_id = ${id} and by > interval '0'
    )
    update cycles set run_since = run_since - by, ends_at = ends_at - by, look_at = look_at - by,
      heard_running_at = heard_running_at - by, idle_since = idle_since - by, ended_at = ended_at - by
    from ahead where id = ${id} and by > interval '0'`.execute(transaction)
}

export async function setBackCycles(database: Database): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cycles where look_at is not null and ${lastKnown} > now()`.execute(database)
  return rows
}
