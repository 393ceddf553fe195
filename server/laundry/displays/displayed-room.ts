import type { DisplayedQueue, DisplayedRoom } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { hashOfCredential } from '../../machines/controllers/credential.ts'
import { runBy } from '../../machines/devices/devices.ts'
import { statesWhere } from '../../payments/cycles/shown.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { openingOf } from '../rooms/opening.ts'
import { takesPayments } from '../rooms/rooms.ts'
import { initialsOf } from './initials.ts'

/**
 * Finds a display by its secret, and notes at most once a minute that it was seen.
 * @throws Refusal display_not_found
 */
export async function findDisplay(database: Database, secret: string | undefined) {
  const display = await database
    .selectFrom('displays')
    .innerJoin('rooms', 'rooms.id', 'room_id')
    .select(['displays.id', 'room_id', 'location', 'number', 'language', 'shows_people'])
    .select(['takes_payments', 'payer_id'])
    .select(isSeenLongAgo.as('is_due'))
    .where('secret_hash', '=', hashOfCredential(secret ?? ''))
    .executeTakeFirst()
  if (!display) throw new Refusal('display_not_found')
  const { id, is_due, ...shown } = display
  if (is_due) {
    await sql`update displays set last_seen_at = now() where id = ${id} and ${isSeenLongAgo}`.execute(
      database,
    )
  }
  return { id, ...shown }
}

/** Absolute difference, because the clock may have been set. */
const isSeenLongAgo = sql<boolean>`coalesce(abs(extract(epoch from now() - last_seen_at)) >= 60, true)`

/**
 * What a display shows.
 * @throws Refusal display_not_found
 */
export async function displayedRoom(
  server: Pick<Server, 'config' | 'database'>,
  secret: string | undefined,
) {
  const { database } = server
  const { id: displayId, room_id: roomId, payer_id, ...room } = await findDisplay(database, secret)
  const shown: Answer<DisplayedRoom> = {
    ...room,
    opening: await openingOf(database, roomId),
    ...(await machinesIn(database, roomId)),
    queues: await queuesIn(database, roomId, room.shows_people === 'initials'),
    ...(await bookingsIn(database, roomId, room.shows_people === 'initials')),
    ...originToPrint(server),
  }
  return { displayId, roomId, shown }
}

async function machinesIn(database: Database, roomId: string) {
  const machines = await database
    .selectFrom('devices')
    .select(['id', 'device_number', 'label', 'device_type', 'sticker_number', runBy])
    .where('room_id', '=', roomId)
    .where(takesPayments)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.roomDevices)
    .execute()
  const ids = machines.map(({ id }) => id)
  const states = await statesWhere(database, sql<SqlBool>`devices.id = any (${ids}::uuid[])`)
  const shown = machines.flatMap(({ id, run_by, ...facts }) => {
    const state = states.find(({ device_id }) => device_id === id)
    return state ? [{ ...facts, ...state }] : []
  })
  return { machines: shown, run_by: machines[0]?.run_by ?? null }
}

interface InLine extends Omit<DisplayedQueue['first'][number], 'initials'> {
  full_name: string
}

interface Queue extends Pick<DisplayedQueue, 'device_type' | 'waiting'> {
  first: InLine[]
}

async function queuesIn(
  database: Database,
  roomId: string,
  showsInitials: boolean,
): Promise<DisplayedQueue[]> {
  const { rows } = await sql<Queue>`
    select queued as device_type, coalesce(line.waiting, 0) as waiting, coalesce(line.first, '[]') as first
    from rooms cross join unnest(queue_types) as queued
      cross join lateral (
        select max(waiting)::integer as waiting,
          jsonb_agg(jsonb_build_object(
            'position', position, 'full_name', full_name, 'device_number', device_number
          ) order by position) as first
        from (
          select row_number() over (order by line_number) as position, count(*) over () as waiting,
            case when users.is_guest then '' else users.full_name end as full_name,
            (
              select device_number from machine_holds join devices on devices.id = device_id
              where queue_entry_id = entry.id and machine_holds.ended_at is null
                and machine_holds.expires_at > now()
            ) as device_number
          from queue_entries as entry join users on users.id = entry.user_id
          where entry.room_id = rooms.id and entry.device_type = queued and entry.ended_at is null
          order by line_number limit ${limits.displayedInLine}
        ) as first_in_line
      ) as line
    where rooms.id = ${roomId}`.execute(database)
  return rows.map(({ first, ...queue }) => ({
    ...queue,
    first: first.map(({ full_name, ...entry }) => ({
      ...entry,
      initials: showsInitials ? initialsOf(full_name) : null,
    })),
  }))
}

interface Booked extends Omit<Answer<DisplayedRoom>['bookings'][number], 'initials'> {
  full_name: string
}

async function bookingsIn(database: Database, roomId: string, showsInitials: boolean) {
  const { rows } = await sql<Booked>`
    select machine_groups.name as group, starts_at, ends_at,
      case when users.is_guest then '' else users.full_name end as full_name
    from rooms join machine_groups on machine_groups.room_id = rooms.id
      join bookings on bookings.group_id = machine_groups.id join users on users.id = bookings.user_id
    where rooms.id = ${roomId} and bookings.ended_at is null
      and (starts_at at time zone (booking_rules ->> 'time_zone'))::date
        = (now() at time zone (booking_rules ->> 'time_zone'))::date
    order by starts_at, machine_groups.created_at limit ${limits.displayedBookings}`.execute(
    database,
  )
  const room = await database
    .selectFrom('rooms')
    .select(sql<string | null>`booking_rules ->> 'time_zone'`.as('time_zone'))
    .where('id', '=', roomId)
    .executeTakeFirst()
  const bookings = rows.map(({ full_name, ...booking }) => ({
    ...booking,
    initials: showsInitials ? initialsOf(full_name) : null,
  }))
  return { bookings, time_zone: room?.time_zone ?? null }
}
