import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isClosedSoon, ownCycles } from './machines.ts'

/** Ids of rooms and devices whose state has changed. */
interface Changed {
  room_id: string
  devices: string[]
}

const atOnce = sql.lit(limits.bookingStepsAtOnce)
const notificationEnd = sql`now() + make_interval(mins => ${sql.lit(limits.freeNotificationMinutes)})`

/** Ends slots that are over or unused, and holds the machines of those that begin. Safe on several servers at once. */
export async function advanceBookings(server: Server): Promise<void> {
  await run(server, [postponeReleases, endBookings, markUsed, endHolds, holdMachines])
}

/** Takes machines that have gone out of bookings, and ends those without any. */
export async function closeBookings(server: Server): Promise<void> {
  await run(server, [removeMachines, endEmptyBookings])
}

async function run(
  { database, changes }: Server,
  steps: ((database: Database) => Promise<Changed[]>)[],
): Promise<void> {
  for (const step of steps) {
    // A step settles some at a time.
    for (let changed = await step(database); changed.length > 0; changed = await step(database)) {
      for (const { room_id, devices } of changed) {
        changes.publish({ roomId: room_id })
        for (const deviceId of new Set(devices)) changes.publish({ deviceId })
      }
    }
  }
}

async function changedBy(database: Database, statement: RawBuilder<Changed>): Promise<Changed[]> {
  return (await statement.execute(database)).rows
}

/**
 * Takes machines out of bookings that have left the room, or are closed when the slot is near. The bookers are told of
 * bookings that go on with other machines; the others end in the next step.
 */
function removeMachines(database: Database): Promise<Changed[]> {
  return changedBy(
    database,
    sql`
    with gone as (
      select booking_id, device_id, group_id from booked_machines join bookings on bookings.id = booking_id
        join machine_groups on machine_groups.id = group_id join devices on devices.id = device_id
      where devices.deleted_at is not null or devices.room_id is distinct from machine_groups.room_id
        or ${isClosedSoon}
      order by booking_id, device_id limit ${atOnce} for update of booked_machines skip locked
    ),
    removed as (
      delete from booked_machines using gone
      where (booked_machines.booking_id, booked_machines.device_id) = (gone.booking_id, gone.device_id)
    ),
    released as (
      update machine_holds set ended_at = greatest(now(), created_at), outcome = 'closed' from gone
      where (machine_holds.booking_id, machine_holds.device_id) = (gone.booking_id, gone.device_id) and ended_at is null
    ),
    told as (
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select distinct 'notifications', bookings.id, 'booking_changed', user_id, ${notificationEnd}
      from gone join bookings on bookings.id = booking_id where exists (
        select from booked_machines as kept where kept.booking_id = gone.booking_id and not exists (
          select from gone as other where (other.booking_id, other.device_id) = (kept.booking_id, kept.device_id)
        )
      )
    )
    select room_id, array_agg(device_id) as devices from gone join machine_groups on machine_groups.id = group_id
    group by room_id`,
  )
}

/** On `bookings`: when its last machine is free again, dryers last. */
const end = sql`(select max(upper(period)) from booked_machines where booking_id = bookings.id)`

const minutesOf = (rule: string) =>
  sql`make_interval(mins => (booking_rules -> ${sql.lit(rule)})::integer)`

/** Cycles of others ran at all its machines for as long as it could start its own. */
const wasBlocked = sql`bookings.release_at - ${minutesOf('release_minutes')} >= ${end} - ${minutesOf('last_start_minutes')}`

/** A machine that starts at the last moment keeps the slot; such a payment needs a moment to be seen. */
const isReleased = sql`(
  bookings.release_at <= now() - interval '0.5 seconds'
  and not ${ownCycles('starting', 'running', 'finished')}
)`

/** @param outcome on `bookings`, `machine_groups` and `rooms`; null: it goes on */
function endThose(
  database: Database,
  which: RawBuilder<unknown>,
  outcome: RawBuilder<unknown>,
  most: RawBuilder<unknown> = atOnce,
): Promise<Changed[]> {
  return changedBy(
    database,
    sql`
    with judged as (
      select bookings.id, room_id, user_id, ${outcome} as outcome
      from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
      where bookings.ended_at is null and ${which}
    ),
    ended as (
      select judged.* from judged join bookings on bookings.id = judged.id
      where judged.outcome is not null and bookings.ended_at is null
      order by judged.id limit ${most} for update of bookings skip locked
    ),
    settled as (
      update bookings set ended_at = greatest(now(), created_at), outcome = ended.outcome
      from ended where bookings.id = ended.id
    ),
    freed as (
      delete from booked_machines using ended where booking_id = ended.id returning booking_id, device_id
    ),
    released as (
      update machine_holds set ended_at = greatest(now(), created_at), outcome = ended.outcome
      from ended where booking_id = ended.id and machine_holds.ended_at is null
    ),
    told as (
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, case outcome when 'closed' then 'booking_closed' else 'booking_released' end,
        user_id, ${notificationEnd}
      from ended where outcome in ('closed', 'unused')
    )
    select room_id, array(select device_id from freed where booking_id = ended.id) as devices from ended`,
  )
}

function endBookings(database: Database): Promise<Changed[]> {
  const outcome = sql`case
    when now() >= ${end} then case when release_at is null then 'used' when ${wasBlocked} then 'closed' else 'unused' end
    when ${isReleased} then 'unused'
  end`
  return endThose(database, sql`starts_at <= now()`, outcome)
}

function endEmptyBookings(database: Database): Promise<Changed[]> {
  const isEmpty = sql`not exists (select from booked_machines where booking_id = bookings.id)`
  return endThose(database, isEmpty, sql`'closed'`)
}

/** Ends bookings whose group or day the plan of their room no longer has. */
export function endUnplanned(database: Database, roomId: string): Promise<Changed[]> {
  const isOnClosedDay = sql`exists (
    select from jsonb_to_recordset(booking_rules -> 'closed') as period("from" date, until date)
    where (bookings.starts_at at time zone (booking_rules ->> 'time_zone'))::date
      between period."from" and period.until
  )`
  const isUnplanned = sql`room_id = ${roomId} and starts_at > now()
    and (machine_groups.deleted_at is not null or ${isOnClosedDay})`
  return endThose(database, isUnplanned, sql`'closed'`, sql`all`)
}

/** While cycles of others run at all machines of a slot, the time to pay there has not begun. */
function postponeReleases(database: Database): Promise<Changed[]> {
  return changedBy(
    database,
    sql`
    with busy as (
      select bookings.id, room_id,
        free_at + ${minutesOf('release_minutes')} as release_at
      from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
        cross join lateral (
          select case when bool_and(coalesce(runs, false)) then min(ends_at) end as free_at
          from booked_machines left join lateral (
            select ends_at, state = 'running' and ends_at > now() and created_at < bookings.release_at as runs
            from cycles where cycles.device_id = booked_machines.device_id order by created_at desc limit 1
          ) as cycle on true
          where booking_id = bookings.id
        ) as machines
      where bookings.ended_at is null and starts_at <= now() and bookings.release_at is not null
    ),
    postponed as (
      update bookings set release_at = busy.release_at from busy
      where bookings.id = busy.id and bookings.release_at < busy.release_at
      returning bookings.id, room_id, bookings.release_at
    ),
    kept as (
      update machine_holds set expires_at = least(postponed.release_at, upper(period)) from postponed, booked_machines
      where machine_holds.booking_id = postponed.id and machine_holds.ended_at is null
        and (booked_machines.booking_id, booked_machines.device_id)
          = (machine_holds.booking_id, machine_holds.device_id)
      returning machine_holds.booking_id, machine_holds.device_id
    )
    select room_id, array(select device_id from kept where booking_id = postponed.id) as devices from postponed`,
  )
}

/** Once paid for, a slot keeps its machines until it ends. */
function markUsed(database: Database): Promise<Changed[]> {
  return changedBy(
    database,
    sql`
    with used as (
      update bookings set release_at = null from machine_groups
      where machine_groups.id = group_id and bookings.ended_at is null and starts_at <= now()
        and release_at is not null and ${ownCycles('running', 'finished')}
      returning bookings.id, room_id
    ),
    kept as (
      update machine_holds set expires_at = upper(period) from used, booked_machines
      where machine_holds.booking_id = used.id and machine_holds.ended_at is null
        and (booked_machines.booking_id, booked_machines.device_id)
          = (machine_holds.booking_id, machine_holds.device_id)
      returning used.id, machine_holds.device_id
    )
    select room_id, array(select device_id from kept where kept.id = used.id) as devices from used`,
  )
}

/**
 * A machine of a slot that has begun is free when its time is over, even if others of the slot are not. A hold made
 * while its booking ended or moved goes, too.
 */
function endHolds(database: Database): Promise<Changed[]> {
  return changedBy(
    database,
    sql`
    with ended as (
      update machine_holds set ended_at = greatest(now(), machine_holds.created_at),
        outcome = case when release_at is null then 'used' else 'unused' end
      from bookings
      where bookings.id = booking_id and machine_holds.ended_at is null and (
        bookings.ended_at is not null or bookings.starts_at > now()
        or expires_at <= now() and (release_at is null or release_at > now())
      )
      returning device_id
    )
    select room_id, array_agg(devices.id) as devices from ended join devices on devices.id = device_id group by room_id`,
  )
}

/** Other holds of these machines end. Each machine of a slot that begins is held for the booker, and no longer after. */
async function holdMachines(database: Database): Promise<Changed[]> {
  const begun = sql`from booked_machines join bookings on bookings.id = booking_id
    join machine_groups on machine_groups.id = group_id
    where period @> now() and bookings.ended_at is null and not exists (
      select from machine_holds
      where machine_holds.booking_id = bookings.id and machine_holds.device_id = booked_machines.device_id
    )`
  const closed = await changedBy(
    database,
    sql`
    with ended as (
      update machine_holds set ended_at = greatest(now(), created_at), outcome = 'closed'
      where ended_at is null and device_id in (select device_id ${begun}) returning id, user_id, device_id, queue_entry_id, booking_id
    ),
    told as (
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, 'hold_closed', user_id, ${notificationEnd} from ended
      where booking_id is null and (queue_entry_id is not null or not exists (
        select from booked_machines join bookings on bookings.id = booking_id
        where booked_machines.device_id = ended.device_id and period @> now() and bookings.user_id = ended.user_id
      ))
    )
    select room_id, array_agg(devices.id) as devices from ended join devices on devices.id = ended.device_id
    group by room_id`,
  )
  const held = await changedBy(
    database,
    sql`
    with held as (
      insert into machine_holds (device_id, user_id, booking_id, expires_at)
      select booked_machines.device_id, bookings.user_id, bookings.id, least(bookings.release_at, upper(period)) ${begun}
      order by booked_machines.device_id limit ${atOnce}
      on conflict do nothing returning device_id
    )
    select room_id, array_agg(devices.id) as devices from held join devices on devices.id = device_id group by room_id`,
  )
  return [...closed, ...held]
}
