import type { UsageHour, UsageQuestion } from '@coinless/contract/usage.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Payee } from '../../platform/policy/own-devices.ts'
import type { Period } from './periods.ts'
import { longestCycle, machines } from './usage-machines.ts'

const hoursOfDay = 24
const hoursOfWeek = 7 * hoursOfDay

/** The clocks of all zones differ from UTC by quarters of an hour, so each slot is in one local hour. */
const slotSeconds = sql.lit(900)

/** On `machine`: its runs, without what an earlier one covers, as when its user adds time. */
const runsOfMachine = sql`(
  select run_since, greatest(run_since, machine.since, max(run_until) over earlier) as since,
    least(run_until, machine.before) as before
  from (
    select id, run_since, least(
        case when is_measured then ended_at else least(ended_at, ends_at) end, now()
      ) as run_until
    from cycles
    where device_id = machine.id and created_at > machine.since - ${longestCycle}
      and created_at < machine.before and run_since < machine.before
  ) as cycle
  where run_until > machine.since
  window earlier as (order by run_since, id rows between unbounded preceding and 1 preceding)
)`

const slotOf = (time: 'since' | 'before') =>
  sql`floor(date_part('epoch', ${sql.ref(time)}) / ${slotSeconds})::integer`

/** Seconds of a slot: in full since earlier edges, and from its own. */
const seconds = (what: 'runs' | 'machines') =>
  sql`coalesce(sum(${sql.ref(what)}) over earlier, 0) * ${slotSeconds} + ${sql.ref(`rest_of_${what}`)}`

/**
 * Use by weekday and hour of each place: a repeated hour counts twice, a missing one not at all. Runs and machines are
 * added up from their starts and ends, at a cost that does not depend on their length.
 */
export async function usageHours(
  database: Database,
  whose: Payee | 'all',
  question: UsageQuestion,
  period: Period,
): Promise<UsageHour[]> {
  const { rows } = await sql<Omit<UsageHour, 'share_in_use'>>`
    with machine as materialized (
      select * from ${machines(whose, question, period)} as own
      where since < before
    ),
    run as materialized (
      select machine.id, zone, machine.since as machine_since, run.*
      from machine cross join lateral ${runsOfMachine} as run
    ),
    counted as (
      select zone, since, before from machine
      where exists (select from devices where devices.id = machine.id and is_open and deleted_at is null)
        or machine.id in (select id from run)
    ),
    edges as (
      select zone, date_part('epoch', since) as at, 1 as runs, 0 as machines, (since = run_since)::integer as cycles
      from run where since < before
      union all
      select zone, date_part('epoch', before), -1, 0, 0 from run where since < before
      union all
      select zone, date_part('epoch', run_since), 0, 0, 1 from run
      where run_since >= machine_since and (since > run_since or since >= before)
      union all
      select zone, date_part('epoch', since), 0, 1, 0 from counted
      union all
      select zone, date_part('epoch', before), 0, -1, 0 from counted
      union all
      -- Every slot, also those where nothing starts or ends.
      select zone, generate_series(min(${slotOf('since')}), max(${slotOf('before')}))::float8 * ${slotSeconds}, 0, 0, 0
      from machine group by zone
    ),
    stepped as (
      select zone, slot, sum(cycles) as cycles, sum(runs) as runs, sum(machines) as machines,
        sum(runs * rest) as rest_of_runs, sum(machines * rest) as rest_of_machines
      from edges
        cross join lateral (select floor(at / ${slotSeconds})::integer as slot) as slots
        cross join lateral (select (slot + 1) * ${slotSeconds}::float8 - at as rest) as rests
      group by zone, slot
    ),
    filled as (
      select zone, slot, cycles, ${seconds('runs')} as in_use, ${seconds('machines')} as available
      from stepped
      window earlier as (partition by zone order by slot rows between unbounded preceding and 1 preceding)
    )
    select date_part('isodow', local)::integer as weekday, date_part('hour', local)::integer as hour,
      sum(cycles)::integer as cycles, round(sum(in_use)::numeric / 60, 2)::float8 as minutes_in_use,
      round(sum(available)::numeric / 60, 2)::float8 as minutes_available
    from filled cross join lateral (
        select to_timestamp(slot::float8 * ${slotSeconds}) at time zone zone as local
      ) as clocks
    group by 1, 2`.execute(database)
  const byHour = new Map(rows.map((row) => [(row.weekday - 1) * hoursOfDay + row.hour, row]))
  return Array.from({ length: hoursOfWeek }, (_, n) => {
    const weekday = Math.floor(n / hoursOfDay) + 1
    const none = {
      weekday,
      hour: n % hoursOfDay,
      cycles: 0,
      minutes_in_use: 0,
      minutes_available: 0,
    }
    const { minutes_in_use, minutes_available, ...row } = byHour.get(n) ?? none
    const share_in_use = minutes_available > 0 ? rounded(minutes_in_use / minutes_available) : null
    return { ...row, minutes_in_use, minutes_available, share_in_use }
  })
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
