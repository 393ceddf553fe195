import type {
  BookableDays,
  BookableGroup,
  BookableSlot,
  Booking,
} from '@coinless/contract/bookings.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { hasRight } from '@coinless/contract/rights.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { BookingRules } from '../../platform/database/place-tables.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { findRoom } from '../rooms/rooms.ts'
import { isOwnRoom } from '../rooms/rules.ts'
import { delay, machinesOfGroup } from './machines.ts'
import { type GroupSlot, slotsOn } from './slots.ts'

const asTime = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Open bookings, on `bookings`. */
export function findBookings(database: Database, which: RawBuilder<unknown>) {
  return selectBookings(database, sql`bookings.ended_at is null and ${which}`)
}

/** A booking with what calendars need besides. */
export interface StoredBooking extends Omit<Booking, 'starts_at' | 'ends_at' | 'release_at'> {
  starts_at: Date
  ends_at: Date
  release_at: Date | null
  language: Language
  moves: number
}

/** Also ended bookings, which have no machines. */
export async function selectBookings(database: Database, which: RawBuilder<unknown>) {
  const { rows } = await sql<StoredBooking>`
    select bookings.id, rooms.number as room, location, booking_rules ->> 'time_zone' as time_zone, group_id,
      machine_groups.name as group, starts_at, ends_at, release_at, language, moves, array(
        select jsonb_build_object('id', devices.id, 'device_number', device_number, 'device_type', device_type,
          'starts_at', ${asTime(sql`lower(period)`)}, 'ends_at', ${asTime(sql`upper(period)`)})
        from booked_machines join devices on devices.id = device_id where booking_id = bookings.id
        order by device_number
      ) as machines
    from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
    where ${which}
    order by starts_at, bookings.id`.execute(database)
  return rows
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
  const is_yours =
    hasRight(caller, 'change_devices') && (await isOwnRoom(database, caller, room.id))
  const slots = await slotsOn(database, {
    which: sql`room_id = ${room.id}`,
    userId: caller.id,
    from: sql`${room.from}`,
    until: sql`${room.until}`,
  })
  const booked = await bookedIn(database, room)
  const groups = (await groupsOf(database, room.id)).map((group): Answer<BookableGroup> => {
    const ofGroup = slots.filter(({ group_id }) => group_id === group.id)
    const inGroup = booked.filter(({ blocked_group }) => blocked_group === group.id)
    return { ...group, slots: shownSlots(ofGroup, inGroup, caller, is_yours) }
  })
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

/** A booking, and when it stands in the way of slots of a group. */
interface Booked {
  blocked_group: string
  blocked_from: Date
  blocked_until: Date
  booking_id: string
  group_id: string
  user_id: string
  name: string
  starts_at: Date
  ends_at: Date
  /** Whether it begins on one of the days. */
  is_listed: boolean
}

/** Bookings on the days of the room: those of the groups' machines, and those whose machines no group has any more. */
async function bookedIn(database: Database, { id, rules, from, until }: Room): Promise<Booked[]> {
  const days = sql`tstzrange(
    ${from}::timestamp at time zone ${rules.time_zone},
    (${until}::timestamp + interval '3 days') at time zone ${rules.time_zone}
  )`
  const { rows } = await sql<Booked>`
    with member as materialized (
      select machine_groups.id as blocked_group, devices.id as device_id, ${delay} as delay
      from machine_groups join devices on ${machinesOfGroup}
      where machine_groups.room_id = ${id} and machine_groups.deleted_at is null
    ),
    blocked as (
      select blocked_group, booking_id, lower(period) - delay as blocked_from, upper(period) - delay as blocked_until
      from member join booked_machines using (device_id) where period && ${days}
      union
      select group_id, bookings.id, starts_at, ends_at
      from bookings join machine_groups on machine_groups.id = group_id
      where room_id = ${id} and machine_groups.deleted_at is null and bookings.ended_at is null
        and tstzrange(starts_at, ends_at) && ${days}
    )
    select blocked.*, group_id, user_id, full_name as name, starts_at, ends_at,
      (starts_at at time zone ${rules.time_zone})::date between ${from}::date and ${until}::date as is_listed
    from blocked join bookings on bookings.id = booking_id join users on users.id = user_id`.execute(
    database,
  )
  return rows
}

/** Slots of a group. Bookings whose slot the plan no longer has are slots of their own. */
function shownSlots(
  slots: readonly GroupSlot[],
  booked: readonly Booked[],
  caller: SignedInCaller,
  is_yours: boolean,
): Answer<BookableSlot>[] {
  const isOffPlan = (each: Booked) =>
    each.is_listed &&
    each.blocked_group === each.group_id &&
    each.blocked_from.getTime() === each.starts_at.getTime() &&
    !slots.some((slot) => blocks(each, slot))
  const offPlan = booked.filter(isOffPlan).map((each) => ({ ...each, is_past: false }))
  return [...slots, ...offPlan]
    .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
    .map((slot) => shownSlot(slot, bookingOf(booked, slot), caller, is_yours))
}

function blocks({ blocked_from, blocked_until }: Booked, { starts_at, ends_at }: GroupSlot) {
  return blocked_from < ends_at && blocked_until > starts_at
}

/** What stands in the way of booking a slot: the booking of the group, or of one of its machines. */
function bookingOf(booked: readonly Booked[], slot: GroupSlot) {
  const found = booked.filter((each) => blocks(each, slot))
  return found.find(({ group_id, blocked_group }) => group_id === blocked_group) ?? found[0]
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
