import type {
  BookableDays,
  BookableGroup,
  BookableSlot,
  Booking,
} from '@coinless/contract/bookings.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { BookingRules } from '../../platform/database/place-tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findRoom } from '../rooms/rooms.ts'
import { isOwnRoom } from '../rooms/rules.ts'
import { machinesOfGroup } from './machines.ts'
import { type GroupSlot, slotsOn } from './slots.ts'

const asTime = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Open bookings, on `bookings`. */
export async function findBookings(database: Database, which: RawBuilder<unknown>) {
  const { rows } = await sql<Booking>`
    select bookings.id, rooms.number as room, location, booking_rules ->> 'time_zone' as time_zone, group_id,
      machine_groups.name as group, starts_at, ends_at, release_at, array(
        select jsonb_build_object('id', devices.id, 'device_number', device_number, 'device_type', device_type,
          'starts_at', ${asTime(sql`lower(period)`)}, 'ends_at', ${asTime(sql`upper(period)`)})
        from booked_machines join devices on devices.id = device_id where booking_id = bookings.id
        order by device_number
      ) as machines
    from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
    where bookings.ended_at is null and ${which}
    order by starts_at, bookings.id`.execute(database)
  return rows as unknown as Answer<Booking>[]
}

export async function ownBookings(database: Database, { id }: { id: string }) {
  return { data: await findBookings(database, sql`user_id = ${id}`) }
}

interface Room {
  id: string
  number: string
  location: string
  rules: BookingRules & { time_zone: string }
  today: string
  from: string
  until: string
  last_day: string
  open_count: number
}

/**
 * Slots of a room, as the caller sees them.
 * @param from first day; undefined: today
 * @throws Refusal sticker_not_found, bookings_off
 */
export async function bookableDays(
  database: Database,
  caller: SignedInCaller,
  number: string,
  from: string | undefined,
): Promise<Answer<BookableDays>> {
  const room = await findBookableRoom(database, caller, await findRoom(database, number), from)
  const is_yours = await isOwnRoom(database, caller, room.id)
  const slots = await slotsOn(database, {
    which: sql`room_id = ${room.id}`,
    from: sql`${room.from}`,
    until: sql`${room.until}`,
  })
  const bookings = await bookedIn(database, room)
  const groups = (await groupsOf(database, room.id)).map(
    (group): Answer<BookableGroup> => ({
      ...group,
      slots: slots
        .filter(({ group_id }) => group_id === group.id)
        .map((slot) => shownSlot(slot, bookingOf(bookings, group, slot), caller, is_yours)),
    }),
  )
  const { rules, id, number: roomNumber, ...days } = room
  const { time_zone, open_max, month_max, release_minutes, guests_allowed } = rules
  const closed = rules.closed.filter(
    (period) => period.from <= room.until && period.until >= room.from,
  )
  return {
    ...days,
    ...{ room: roomNumber, time_zone, open_max, month_max, release_minutes, guests_allowed },
    ...{ closed, groups, is_yours },
  }
}

async function findBookableRoom(
  database: Database,
  { id }: SignedInCaller,
  { id: roomId, number, location }: { id: string; number: string; location: string },
  from: string | undefined,
): Promise<Room> {
  const day = (date: RawBuilder<unknown>) => sql`to_char(${date}, 'YYYY-MM-DD')`
  const shown = sql.lit(limits.bookingDaysShown - 1)
  const { rows } = await sql<Omit<Room, 'id' | 'number' | 'location'>>`
    select booking_rules as rules, ${day(sql`today`)} as today, ${day(sql`first`)} as from,
      ${day(sql`first + ${shown}`)} as until,
      ${day(sql`today + (booking_rules -> 'days_ahead')::integer`)} as last_day,
      (
        select count(*)::integer from bookings join machine_groups on machine_groups.id = group_id
        where user_id = ${id} and room_id = rooms.id and bookings.ended_at is null
      ) as open_count
    from rooms cross join lateral (
        select (now() at time zone (booking_rules ->> 'time_zone'))::date as today
      ) as clock cross join lateral (select coalesce(${from ?? null}::date, today) as first) as asked
    where id = ${roomId} and exists (
      select from machine_groups where room_id = rooms.id and deleted_at is null
    )`.execute(database)
  const [room] = rows
  if (!room?.rules) throw new Refusal('bookings_off')
  return { ...room, id: roomId, number, location }
}

type Group = Omit<Answer<BookableGroup>, 'slots'>

async function groupsOf(database: Database, roomId: string) {
  const { rows } = await sql<Group>`
    select machine_groups.id, machine_groups.name, dryer_minutes, jsonb_agg(jsonb_build_object(
        'id', devices.id, 'device_number', device_number, 'device_type', device_type
      ) order by device_number) as machines
    from machine_groups join devices on ${machinesOfGroup}
    where machine_groups.room_id = ${roomId} and machine_groups.deleted_at is null
    group by machine_groups.id order by machine_groups.created_at, machine_groups.id`.execute(
    database,
  )
  return rows
}

interface Booked {
  booking_id: string
  group_id: string
  user_id: string
  name: string
  device_id: string
  starts_at: Date
  ends_at: Date
}

/** Machines of the room that are booked on its days. */
async function bookedIn(database: Database, { id, rules, from, until }: Room): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select booking_id, group_id, user_id, users.full_name as name, device_id, lower(period) as starts_at, upper(period) as ends_at
    from booked_machines join bookings on bookings.id = booking_id join users on users.id = user_id
    where device_id in (select id from devices where room_id = ${id}) and period && tstzrange(
      ${from}::timestamp at time zone ${rules.time_zone},
      (${until}::timestamp + interval '3 days') at time zone ${rules.time_zone}
    )`.execute(database)
  return rows
}

/** What stands in the way of booking a slot: the booking of the group, or of one of its machines. */
function bookingOf(booked: readonly Booked[], group: Group, { starts_at, ends_at }: GroupSlot) {
  const delays = new Map(
    group.machines.map(({ id, device_type }) => [
      id,
      device_type === 'dryer' ? Number(group.dryer_minutes) * 60_000 : 0,
    ]),
  )
  const found = booked.filter((each) => {
    const delay = delays.get(each.device_id)
    if (delay === undefined) return false
    return (
      each.starts_at.getTime() < ends_at.getTime() + delay &&
      each.ends_at.getTime() > starts_at.getTime() + delay
    )
  })
  return found.find(({ group_id }) => group_id === group.id) ?? found[0]
}

function shownSlot(
  { starts_at, ends_at, is_past }: GroupSlot,
  booking: Booked | undefined,
  { id }: SignedInCaller,
  is_yours: boolean,
): Answer<BookableSlot> {
  const isOwn = booking?.user_id === id
  const free = is_past ? 'past' : 'free'
  return {
    starts_at,
    ends_at,
    state: booking ? (isOwn ? 'yours' : 'taken') : free,
    booking_id: booking && (isOwn || is_yours) ? booking.booking_id : null,
    booked_by: booking && is_yours ? booking.name : null,
  }
}
