import { limits } from '@coinless/contract/limits.ts'
import { type InsertObject, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isDue, pauseAfter, seconds } from '../database/due.ts'
import type { Tables } from '../database/tables.ts'

export interface Queue {
  name: Tables['jobs']['queue']
  /** On one server. */
  atOnce: number
  /** Before the next try; doubles with each. */
  pause: { seconds: number; longest: number }
  /** Seconds that a claim lasts. `once`: deleted before the try, because a second one can do harm. */
  lease: number | 'once'
  /** No job is due later than this many seconds ahead. */
  longestSeconds: number
}

export type Job = Selectable<Tables['jobs']>

/** A job during an outage of the other side tests whether it is over. */
export type ClaimedJob = Job & { is_probe: boolean }

/** Adds a job in the caller's transaction, so that neither is lost. */
export async function enqueue(
  transaction: Database,
  { name }: Queue,
  job: Omit<InsertObject<Tables, 'jobs'>, 'queue'>,
): Promise<void> {
  await transaction
    .insertInto('jobs')
    .values({ ...job, queue: name })
    .execute()
}

function outageOf({ name, longestSeconds }: Queue, isPauseOver: boolean) {
  const isOver = isDue(sql`next_attempt_at`, longestSeconds)
  return sql`(select from job_outages where queue = ${sql.lit(name)} and ${isPauseOver ? isOver : sql`not ${isOver}`})`
}

/**
 * The common table expressions `due` and `claimed`: due jobs, fewest attempts first, each claimed by one server. A claim
 * expires if its server dies. During an outage one job at a time is tried, with growing pauses.
 * @param free how many this server can begin now
 */
export function claiming(queue: Queue, free: number): RawBuilder<unknown> {
  const { name, atOnce, lease, longestSeconds } = queue
  const one = sql.lit(free === atOnce ? 1 : 0)
  const claim =
    lease === 'once'
      ? sql`delete from jobs where id in (select id from due)`
      : sql`update jobs set attempts = attempts + 1, due_at = now() + ${seconds(lease)}
          where id in (select id from due)`
  return sql`due as (
      select id from jobs
      where queue = ${sql.lit(name)} and ${isDue(sql`due_at`, longestSeconds)} and expires_at > now()
        and not exists ${outageOf(queue, false)}
      order by attempts, due_at
      limit case when exists ${outageOf(queue, true)} then ${one} else ${free}::integer end
      for update skip locked
    ),
    claimed as (
      ${claim}
      returning jobs.*, exists ${outageOf(queue, true)} as is_probe
    )`
}

export async function claimJobs(
  database: Database,
  queue: Queue,
  free: number,
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with ${claiming(queue, free)}
    select * from claimed order by attempts, created_at`.execute(database)
  return rows
}

/** @returns when a claimed job is due again after its pause */
export function dueAgain({ pause }: Queue): RawBuilder<Date> {
  return sql`now() + ${pauseAfter(sql`attempts`, pause)}`
}

export async function removeJob(database: Database, id: string): Promise<void> {
  await database.deleteFrom('jobs').where('id', '=', id).execute()
}

/** A statement that deletes some expired jobs that no server works on, and returns their ids. */
export function dropping({ name, longestSeconds }: Queue): RawBuilder<unknown> {
  return sql`delete from jobs where id = any (array(
      select id from jobs
      where queue = ${sql.lit(name)} and expires_at <= now()
        and (attempts = 0 or ${isDue(sql`due_at`, longestSeconds)})
      limit ${sql.lit(limits.forgottenAtOnce)} for update skip locked))
    returning id`
}

/** Begins or prolongs an outage, in which all jobs of the queue wait. Failures within its pause count once. */
export async function beginOutage(database: Database, queue: Queue): Promise<void> {
  const { name, pause, longestSeconds } = queue
  await sql`insert into job_outages as known (queue, next_attempt_at)
    values (${name}, now() + ${seconds(pause.seconds)})
    on conflict (queue) do update
    set attempts = known.attempts + 1, next_attempt_at = now() + ${pauseAfter(sql`known.attempts`, pause)}
    where ${isDue(sql`known.next_attempt_at`, longestSeconds)}`.execute(database)
}

export async function endOutage(database: Database, { name }: Queue): Promise<void> {
  await database.deleteFrom('job_outages').where('queue', '=', name).execute()
}

/** Whether an outage may be over. */
export async function isProbeDue(database: Database, queue: Queue): Promise<boolean> {
  const { rows } = await sql`select where exists ${outageOf(queue, true)}`.execute(database)
  return rows.length > 0
}
