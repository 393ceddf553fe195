import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Last event of a cycle that still needs work. */
const lastKnown = sql`greatest(run_since, last_running_at, idle_since, ended_at,
  (select max(starts.created_at) from starts where starts.cycle_id = cycles.id))`

/**
 * Events are in the future only after the database's clock is set back. Then all times of the cycle move back until
 * its last event is now; the time since, a minute at most, counts for the customer.
 * @param id a locked cycle
 */
export async function shiftToNow(transaction: Database, id: string): Promise<void> {
  await sql`
    with ahead as (
      select ${lastKnown} - clock_timestamp() as by from cycles where id = ${id}
    ),
    its_starts as (
      update starts set created_at = created_at - by, deadline = deadline - by, sent_at = sent_at - by
      from ahead where cycle_id = ${id} and by > interval '0'
    )
    update cycles set run_since = run_since - by, ends_at = ends_at - by, next_check_at = next_check_at - by,
      last_running_at = last_running_at - by, idle_since = idle_since - by, ended_at = ended_at - by
    from ahead where id = ${id} and by > interval '0'`.execute(transaction)
}

export async function setBackCycles(database: Database): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cycles where next_check_at is not null and ${lastKnown} > now()`.execute(
    database,
  )
  return rows
}
