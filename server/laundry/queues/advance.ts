import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import {
  deviceState,
  isAvailable,
  isReady,
  withDeviceState,
} from '../../payments/cycles/device-state.ts'
import { paidBy } from '../../payments/cycles/paid-by.ts'
import { entriesInLine, isBookedSoon } from '../../payments/cycles/payment-conflict.ts'
import type { Database } from '../../platform/database/connection.ts'
import { locks } from '../../platform/database/locks.ts'
import { closingTime, isRoomOpen } from '../rooms/opening.ts'
import { takesPayments } from '../rooms/rooms.ts'

/** What has changed: ids of devices and rooms. */
export interface Changed {
  devices: string[]
  rooms: string[]
}

/**
 * Ends holds and entries that are over, and holds available machines for the next in line. Safe on several servers at
 * once: rows are locked, and the database allows a machine one holder.
 */
export async function advanceQueues({ database, changes }: Server): Promise<void> {
  const publish = ({ devices, rooms }: Changed) => {
    for (const deviceId of new Set(devices)) changes.publish({ deviceId })
    for (const roomId of new Set(rooms)) changes.publish({ roomId })
  }
  const settle = () => database.transaction().execute((transaction) => settleHolds(transaction))
  // Each statement settles some of them.
  for (let settled = await settle(); settled.devices.length > 0; settled = await settle()) {
    publish(settled)
  }
  publish(await endEntries(database))
  for (let hasCalled = true; hasCalled; ) {
    hasCalled = false
    for (const machine of await machinesToCall(database)) {
      const called = await callNext(database, machine)
      publish(called)
      hasCalled ||= called.devices.length > 0
    }
  }
}

/** On alias `hold`: states of its holder's cycles at the machine since. */
const cyclesOfHolder = sql`lateral (
  select bool_or(cycles.state in ('running', 'finished')) as is_used, bool_or(cycles.state = 'starting') as is_starting,
    coalesce(bool_or(cycles.state = 'not_started'), false) as has_failed
  from cycles
  where cycles.device_id = hold.device_id and cycles.created_at >= hold.created_at and ${paidBy(sql`hold.user_id`)}
) as own`

/** On alias `entry`: cycles that they have paid for there since they joined, other than more time at a machine they use. */
const cyclesInRoom = sql`select from cycles join devices on devices.id = cycles.device_id
  where cycles.id in (
      select id from transactions where payer_id = entry.user_id and created_at >= entry.created_at
      union all
      select id from card_payments where payer_id = entry.user_id and created_at >= entry.created_at
    ) and cycles.state in ('running', 'finished')
    and (devices.room_id, devices.device_type) = (entry.room_id, entry.device_type)
    and not exists (
      select from cycles as earlier join transactions on transactions.id = earlier.id
      where earlier.device_id = cycles.device_id and transactions.payer_id = entry.user_id
        and earlier.created_at < cycles.created_at
        and earlier.created_at > cycles.created_at - make_interval(mins => ${sql.lit(limits.minutesMax)})
        and coalesce(earlier.ended_at, earlier.ends_at) > cycles.created_at
    )`

/** On `devices` and its room: what a hold needs. */
const isStillThere = sql`${takesPayments} and ${isRoomOpen} and devices.device_type = any (
  case when hold.queue_entry_id is null then rooms.hold_types else rooms.queue_types end
) and (
    entry.id is null
    or entry.ended_at is null and (entry.room_id, entry.device_type) = (devices.room_id, devices.device_type)
  )`

/**
 * A silent machine keeps its holder, who is not at fault if it stays silent or does not start. A hold from the future is
 * older.
 */
const outcomeOfHold = sql`case
  when own.is_used or exists (${cyclesInRoom}) then 'used'
  when own.is_starting then null
  when not (${isStillThere}) or ${deviceState} not in ('free', 'done', 'no_answer') then 'closed'
  when hold.created_at > now() + interval '1 minute' then 'closed'
  when hold.expires_at <= now() then case when ${isReady} and not own.has_failed then 'unused' else 'closed' end
end`

/** Ends holds that were used, have expired or whose machine is no longer available. */
export async function settleHolds(
  transaction: Database,
  which: RawBuilder<unknown> = sql`true`,
): Promise<Changed> {
  const { rows } = await sql<{ device_id: string; room_id: string | null }>`
    with judged as materialized (
      select hold.id, hold.device_id, hold.user_id, entry.id as entry_id,
        coalesce(entry.room_id, devices.room_id) as room_id, ${isRoomOpen} as is_room_open,
        ${outcomeOfHold} as outcome
      from machine_holds as hold join devices on devices.id = hold.device_id
        left join rooms on rooms.id = devices.room_id left join queue_entries as entry on entry.id = hold.queue_entry_id
        ${withDeviceState} cross join ${cyclesOfHolder}
      where hold.ended_at is null and hold.booking_id is null and (${which})
    ),
    locked as (
      select id from machine_holds
      where ended_at is null and id in (select id from judged where outcome is not null)
      order by id limit ${sql.lit(limits.queueStepsAtOnce)} for update skip locked
    ),
    settled as (
      select judged.* from judged join locked on locked.id = judged.id
    ),
    ended as (
      update machine_holds set ended_at = greatest(now(), created_at), outcome = settled.outcome
      from settled where machine_holds.id = settled.id
    ),
    served as (
      update queue_entries set ended_at = now(), outcome = 'served'
      from settled where queue_entries.id = entry_id and settled.outcome = 'used' and ended_at is null
    ),
    missed as (
      update queue_entries as entry set missed_turns = entry.missed_turns + 1, line_number = default,
        ended_at = case when ${isOut} then now() end, outcome = case when ${isOut} then 'missed' end
      from settled where entry.id = entry_id and settled.outcome = 'unused' and ended_at is null
      returning entry.id, entry.user_id
    ),
    queued as (
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, 'turn_missed', user_id, ${notificationEnd} from missed
      union all
      -- Everyone knew that it ends when the room closes.
      select 'notifications', id, 'hold_closed', user_id, ${notificationEnd} from settled
      where outcome = 'closed' and is_room_open
    )
    select device_id, room_id from settled`.execute(transaction)
  return changedBy(rows)
}

const isOut = sql`entry.missed_turns + 1 >= ${sql.lit(limits.missedTurns)}`
const notificationEnd = sql`now() + make_interval(mins => ${sql.lit(limits.freeNotificationMinutes)})`

/** Ends entries without a hold that were served, have expired, or have nothing to wait for. */
async function endEntries(database: Database): Promise<Changed> {
  const { rows } = await sql<{ room_id: string }>`
    with judged as (
      select entry.id, case
          when exists (${cyclesInRoom}) then 'served'
          when entry.expires_at <= now() or entry.created_at > now() + interval '1 minute' then 'expired'
          when entry.device_type <> all (rooms.queue_types) or not ${isRoomOpen} or not exists (
            select from devices
            where devices.room_id = entry.room_id and devices.device_type = entry.device_type and ${takesPayments}
          ) then 'closed'
        end as outcome
      from queue_entries as entry join rooms on rooms.id = entry.room_id
      where entry.ended_at is null and not exists (
        select from machine_holds where queue_entry_id = entry.id and ended_at is null
      )
    ),
    ended as (
      update queue_entries as entry set ended_at = greatest(now(), created_at), outcome = judged.outcome
      from judged where entry.id = judged.id and judged.outcome is not null and ended_at is null
      returning entry.id, room_id, user_id, entry.outcome
    ),
    queued as (
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, 'queue_closed', user_id, ${notificationEnd} from ended where outcome <> 'served'
    )
    select room_id from ended`.execute(database)
  return changedBy(rows)
}

interface MachineToCall {
  id: string
}

async function machinesToCall(database: Database): Promise<MachineToCall[]> {
  const { rows } = await sql<MachineToCall>`
    select devices.id from (
        select distinct room_id, device_type from queue_entries where ended_at is null
      ) as line
      join rooms on rooms.id = line.room_id
      join devices on (devices.room_id, devices.device_type) = (line.room_id, line.device_type)
      ${withDeviceState}
    where ${takesPayments} and ${isAvailable} and not ${isBookedSoon} and exists (select from ${entriesInLine})
      and ${isRoomOpen}
    order by devices.device_number, devices.id limit ${sql.lit(limits.queueStepsAtOnce)}`.execute(
    database,
  )
  return rows
}

/** Holds the machine for the first in line, unless a payment or another server has it. */
async function callNext(database: Database, { id }: MachineToCall): Promise<Changed> {
  return database.transaction().execute(async (transaction) => {
    const { rows: locked } = await sql<{ is_locked: SqlBool }>`
      select pg_try_advisory_xact_lock(${sql.lit(locks.holds)}, hashtext(${id})) as is_locked`.execute(
      transaction,
    )
    if (!locked[0]?.is_locked) return { devices: [], rooms: [] }
    // A statement of its own, which sees the payments before the lock.
    const { rows: next } = await sql<{ id: string; room_id: string }>`
      select entry.id, entry.room_id from queue_entries as entry where entry.id = (
        select first.id from devices ${withDeviceState} cross join lateral (
          select entry.id from ${entriesInLine} order by entry.line_number limit 1
        ) as first
        where devices.id = ${id} and ${takesPayments} and ${isAvailable} and not ${isBookedSoon}
      ) and entry.ended_at is null for update`.execute(transaction)
    const [entry] = next
    if (!entry) return { devices: [], rooms: [] }
    const { rows } = await sql`
      with hold as (
        insert into machine_holds (device_id, user_id, queue_entry_id, expires_at)
        select ${id}, entry.user_id, entry.id, least(now() + make_interval(mins => turn_minutes), ${closingTime})
        from queue_entries as entry join rooms on rooms.id = entry.room_id
        where entry.id = ${entry.id} and entry.ended_at is null and ${isRoomOpen}
        on conflict do nothing
        returning id, user_id, expires_at
      )
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, 'turn', user_id, expires_at from hold
      returning id`.execute(transaction)
    return rows.length > 0 ? { devices: [id], rooms: [entry.room_id] } : { devices: [], rooms: [] }
  })
}

function changedBy(rows: { device_id?: string; room_id: string | null }[]): Changed {
  return {
    devices: rows.flatMap(({ device_id }) => device_id ?? []),
    rooms: rows.flatMap(({ room_id }) => room_id ?? []),
  }
}
