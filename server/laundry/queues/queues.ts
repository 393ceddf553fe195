import type { DeviceType } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { OwnQueues, QueueEntry, RoomQueues } from '@coinless/contract/queues.ts'
import { type SqlBool, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import { isReady, withDeviceState } from '../../payments/cycles/device-state.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { takesPayments } from '../rooms/rooms.ts'
import { availableAt } from './available-at.ts'

/** On `machine_holds`: counts now. The job that ends it may run a second later. */
const isHolding = sql`machine_holds.ended_at is null and machine_holds.expires_at > now()`

/** On `machine_holds`: neither for the next in line nor for a booked slot. */
export const isOnRequest = sql<SqlBool>`(queue_entry_id is null and booking_id is null)`

/** On `machine_holds` and `devices`. */
const heldMachine = sql`jsonb_build_object('device_id', devices.id, 'device_number', devices.device_number,
  'remaining_seconds', greatest(ceil(extract(epoch from machine_holds.expires_at - now())), 0)::int,
  'until', to_char(machine_holds.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

interface OpenEntry {
  room_id: string
  room: string
  location: string
  device_type: DeviceType
  position: number
  /** Before this one, without a machine held for them. */
  before: number
  turn: QueueEntry['turn']
}

/** The caller's open entries, in the order of joining. */
async function entriesOf(database: Database, userId: string): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select entry.room_id, rooms.number as room, location, entry.device_type, line.position, line.before,
      (
        select ${heldMachine} from machine_holds join devices on devices.id = device_id
        where queue_entry_id = entry.id and ${isHolding}
      ) as turn
    from queue_entries as entry join rooms on rooms.id = entry.room_id
      cross join lateral (
        select count(*)::integer as position, (count(*) filter (where other.id <> entry.id and not exists (
            select from machine_holds where queue_entry_id = other.id and ${isHolding}
          )))::integer as before
        from queue_entries as other
        where (other.room_id, other.device_type) = (entry.room_id, entry.device_type) and other.ended_at is null
          and other.line_number <= entry.line_number
      ) as line
    where entry.user_id = ${userId} and entry.ended_at is null
    order by entry.created_at, entry.id`.execute(database)
  return rows
}

/** The machine that the account holds on request. */
async function holdOf(database: Database, userId: string): Promise<OwnQueues['hold']> {
  const { rows } = await sql<{ hold: OwnQueues['hold'] }>`
    select ${heldMachine} || jsonb_build_object('room', rooms.number, 'location', rooms.location) as hold
    from machine_holds join devices on devices.id = device_id join rooms on rooms.id = devices.room_id
    where machine_holds.user_id = ${userId} and ${isOnRequest} and ${isHolding}`.execute(database)
  return rows[0]?.hold ?? null
}

export async function ownQueues(
  database: Database,
  { id }: { id: string },
): Promise<Answer<OwnQueues>> {
  const entries = await entriesOf(database, id)
  const data = []
  for (const { room_id, before, ...entry } of entries) {
    data.push({ ...entry, available_at: await estimate(database, room_id, { ...entry, before }) })
  }
  return { data, hold: await holdOf(database, id) } as Answer<OwnQueues>
}

interface RoomFacts {
  turn_minutes: number
  hold_minutes: number
  no_hold_until: Date | null
  types: {
    device_type: DeviceType
    has_queue: boolean
    can_be_held: boolean
    waiting: number
    held: number
  }[]
}

/**
 * Queues and holds of a room for one account.
 * @throws Refusal sticker_not_found
 */
export async function queuesOfRoom(
  database: Database,
  { id }: { id: string },
  roomId: string,
): Promise<Answer<RoomQueues>> {
  const { rows } = await sql<RoomFacts>`
    select turn_minutes, hold_minutes, ${pauseEnd(id, sql`rooms`)} as no_hold_until,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'device_type', type, 'has_queue', type = any (queue_types), 'can_be_held', type = any (hold_types),
          'waiting', (
            select count(*) from queue_entries
            where room_id = rooms.id and device_type = type and ended_at is null
          ),
          'held', (
            select count(*) from devices join machine_holds on machine_holds.device_id = devices.id
            where devices.room_id = rooms.id and devices.device_type = type and deleted_at is null
              and ${isOnRequest} and ${isHolding}
          )) order by type)
        from (select distinct unnest(queue_types || hold_types) as type) as types
      ), '[]') as types
    from rooms where rooms.id = ${roomId}`.execute(database)
  const [facts] = rows
  if (!facts) throw new Refusal('sticker_not_found')
  const entries = (await entriesOf(database, id)).filter(({ room_id }) => room_id === roomId)
  const data = []
  for (const type of facts.types) {
    const entry = entries.find(({ device_type }) => device_type === type.device_type)
    data.push({ ...type, entry: entry ? await shownEntry(database, roomId, entry) : null })
  }
  const held = await holdOf(database, id)
  const { turn_minutes, hold_minutes, no_hold_until } = facts
  const hold = held && (({ room, location, ...machine }) => machine)(held)
  return { data, hold, turn_minutes, hold_minutes, no_hold_until } as Answer<RoomQueues>
}

/** On a room: when the pause after the account's last unused hold there ends; null if it has ended. */
export function pauseEnd(userId: string, room: ReturnType<typeof sql>) {
  return sql<Date | null>`(
    select max(machine_holds.ended_at) + make_interval(mins => ${room}.pause_minutes)
    from machine_holds join devices on devices.id = device_id
    where machine_holds.user_id = ${userId} and devices.room_id = ${room}.id and ${isOnRequest}
      and outcome in ('unused', 'given_up')
      and machine_holds.ended_at between now() - make_interval(mins => ${room}.pause_minutes) and now()
  )`
}

async function shownEntry(database: Database, roomId: string, entry: OpenEntry) {
  const { position, turn } = entry
  return { position, turn, available_at: await estimate(database, roomId, entry) }
}

type Waiting = Pick<OpenEntry, 'device_type' | 'before' | 'turn'>

/** When a machine is probably available for an entry; null: now, or not known. */
async function estimate(database: Database, roomId: string, entry: Waiting): Promise<Date | null> {
  if (entry.turn) return null
  const { rows } = await sql<{ free_at: Date; minutes: number }>`
    select duration_minutes as minutes,
      case
        when holding.id is not null then now() + make_interval(mins => duration_minutes)
        when ${isReady} then now()
        when cycle.state = 'running' then greatest(cycle.ends_at, now())
      end as free_at
    from devices ${withDeviceState}
    where devices.room_id = ${roomId} and devices.device_type = ${entry.device_type} and ${takesPayments}
      and (holding.id is not null or ${isReady} or cycle.state = 'running' and runs)
    limit ${limits.roomDevices}`.execute(database)
  return availableAt(rows, entry.before)
}
