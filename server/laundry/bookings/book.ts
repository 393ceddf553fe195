import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { lockOwnAccount, lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { refuseManyGuests } from '../queues/join.ts'
import { findRoom } from '../rooms/rooms.ts'
import { isOwnRoom } from '../rooms/rules.ts'
import { findBookings } from './bookings.ts'
import { isClosedSoon, machinesOfGroup, ownCycles, periodOf } from './machines.ts'
import { refuseOvertaking } from './overtaking.ts'
import { type GroupSlot, isGivenUp, slotsOn } from './slots.ts'

interface Chosen {
  group_id: string
  starts_at: string
}

/** A group of machines and its room's rules, locked against other bookings. */
interface LockedGroup {
  room_id: string
  open_max: number
  month_max: number | null
  guests_allowed: boolean
  /** Of the slot, on the room's clock. */
  day: string
  is_ahead: boolean
}

/**
 * Books a slot for the caller; no effect if they have booked it.
 * @throws Refusal slot_not_found, slot_not_open, slot_taken, too_many_bookings, too_many_bookings_in_month,
 *   guests_cannot_book, too_many_guests_queue
 */
export async function book(
  database: Database,
  caller: SignedInCaller,
  chosen: Chosen,
  language: Language,
) {
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    const group = await lockGroup(transaction, caller, chosen)
    const known = await findBookings(
      transaction,
      sql`user_id = ${caller.id} and group_id = ${chosen.group_id} and starts_at = ${chosen.starts_at}`,
    )
    if (known[0]) return { roomId: group.room_id, booking: known[0] }
    const slot = await openSlot(transaction, caller, group, chosen)
    await refuseMany(transaction, caller, group, slot)
    await refuseManyGuests(transaction, caller)
    const { id } = await transaction
      .insertInto('bookings')
      .values({ ...placed(slot), user_id: caller.id, language })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bookMachines(transaction, id)
    return { roomId: group.room_id, booking: await bookingWith(transaction, id) }
  })
}

/**
 * Moves a booking of the caller to another slot of its room; no effect if it is there.
 * @throws Refusal booking_not_found, booking_begun, and those of `book`
 */
export async function moveBooking(
  database: Database,
  caller: SignedInCaller,
  id: string,
  chosen: Chosen,
) {
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    const group = await lockGroup(transaction, caller, chosen)
    const { rows } = await sql<{ has_begun: boolean; is_there: boolean; room_id: string }>`
      select starts_at <= now() as has_begun, room_id,
        (group_id, starts_at) = (${chosen.group_id}::uuid, ${chosen.starts_at}::timestamptz) as is_there
      from bookings join machine_groups on machine_groups.id = group_id
      where bookings.id = ${id} and user_id = ${caller.id} and bookings.ended_at is null
      for update of bookings`.execute(transaction)
    const [booking] = rows
    if (!booking) throw new Refusal('booking_not_found')
    if (booking.has_begun && !booking.is_there) throw new Refusal('booking_begun')
    if (booking.room_id !== group.room_id) throw new Refusal('slot_not_found')
    if (!booking.is_there) {
      const slot = await openSlot(transaction, caller, group, chosen)
      await refuseMany(transaction, caller, group, slot, id)
      await transaction.deleteFrom('booked_machines').where('booking_id', '=', id).execute()
      await transaction
        .updateTable('bookings')
        .set({ ...placed(slot), moves: sql`moves + 1` })
        .where('id', '=', id)
        .execute()
      await bookMachines(transaction, id)
    }
    return { roomId: group.room_id, booking: await bookingWith(transaction, id) }
  })
}

/** Of two calls for one slot, the second waits and sees the first. Exclusion constraints alone could deadlock. */
async function lockGroup(
  transaction: Database,
  { id }: SignedInCaller,
  { group_id, starts_at }: Chosen,
): Promise<LockedGroup> {
  const { rows: taken } = await sql`
    select from bookings
    where group_id = ${group_id} and starts_at = ${starts_at} and ended_at is null and user_id <> ${id}`.execute(
    transaction,
  )
  // Of many calls at once, only the first ones wait for the lock.
  if (taken.length > 0) throw new Refusal('slot_taken')
  await sql`select from machine_groups where id = ${group_id} for no key update`.execute(
    transaction,
  )
  const { rows } = await sql<LockedGroup>`
    select room_id, open_max, month_max, guests_allowed,
      day::text, day <= (now() at time zone time_zone)::date + days_ahead as is_ahead
    from machine_groups join rooms on rooms.id = room_id cross join jsonb_to_record(booking_rules)
      as rules(time_zone text, open_max integer, month_max integer, guests_allowed boolean, days_ahead integer)
      cross join lateral (select (${starts_at}::timestamptz at time zone time_zone)::date as day) as slot
    where machine_groups.id = ${group_id} and deleted_at is null`.execute(transaction)
  if (!rows[0]) throw new Refusal('slot_not_found')
  return rows[0]
}

async function openSlot(
  transaction: Database,
  { id: userId, is_guest }: SignedInCaller,
  { guests_allowed, day, is_ahead }: LockedGroup,
  { group_id, starts_at }: Chosen,
): Promise<GroupSlot> {
  if (is_guest && !guests_allowed) throw new Refusal('guests_cannot_book')
  const which = sql`machine_groups.id = ${group_id}`
  // A clock that skips midnight moves a slot to the next day.
  const days = { from: sql`(${day}::date - 1)`, until: sql`${day}` }
  const slots = await slotsOn(transaction, { which, userId, ...days })
  const slot = slots.find((each) => each.starts_at.getTime() === Date.parse(starts_at))
  if (!slot) throw new Refusal('slot_not_found')
  if (slot.is_past || !is_ahead) throw new Refusal('slot_not_open')
  return slot
}

/** @param moved not counted */
async function refuseMany(
  transaction: Database,
  { id }: SignedInCaller,
  { room_id, open_max, month_max }: LockedGroup,
  { starts_at }: GroupSlot,
  moved: string | null = null,
): Promise<void> {
  const month = (moment: RawBuilder<unknown>) =>
    sql`date_trunc('month', ${moment} at time zone (booking_rules ->> 'time_zone'))`
  const { rows } = await sql<{ open: number; in_month: number }>`
    select count(*) filter (where bookings.ended_at is null)::integer as open,
      count(*) filter (
        where (outcome is null or outcome in ('used', 'unused') or ${isGivenUp})
          and ${month(sql`bookings.starts_at`)} = ${month(sql`${starts_at}::timestamptz`)}
      )::integer as in_month
    from bookings join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
    where user_id = ${id} and room_id = ${room_id} and bookings.id is distinct from ${moved}
      and (bookings.ended_at is null or starts_at > ${starts_at}::timestamptz - interval '32 days')`.execute(
    transaction,
  )
  const [count] = rows
  if ((count?.open ?? 0) >= open_max) throw new Refusal('too_many_bookings', { most: open_max })
  if (month_max !== null && (count?.in_month ?? 0) >= month_max) {
    throw new Refusal('too_many_bookings_in_month', { most: month_max })
  }
}

const placed = ({ group_id, starts_at, ends_at }: GroupSlot) => ({ group_id, starts_at, ends_at })

/**
 * A slot that has begun can be booked, unless others hold its machines or are in line for them. It is released later.
 * @throws Refusal slot_taken, others_in_line; slot_not_open if no machine of the group is left, or all are closed
 */
async function bookMachines(transaction: Database, id: string): Promise<void> {
  const machines = sql`bookings join machine_groups on machine_groups.id = group_id join devices on ${machinesOfGroup}
    where bookings.id = ${id} and not (${isClosedSoon})`
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (
      select from booked_machines
      where device_id = devices.id and period && ${periodOf(sql`bookings`)}
    ) as is_taken from ${machines}`.execute(transaction)
  if (rows.length === 0) throw new Refusal('slot_not_open')
  if (rows.some(({ is_taken }) => is_taken)) throw new Refusal('slot_taken')
  await refuseOvertaking(transaction, machines)
  await sql`
    with booked as (
      insert into booked_machines (booking_id, device_id, period)
      select bookings.id, devices.id, ${periodOf(sql`bookings`)} from ${machines} order by devices.id
      returning lower(period) as begins
    )
    update bookings set release_at = greatest(now(), (select min(begins) from booked))
      + make_interval(mins => (booking_rules -> 'release_minutes')::integer)
    from machine_groups join rooms on rooms.id = room_id
    where bookings.id = ${id} and machine_groups.id = group_id`.execute(transaction)
}

async function bookingWith(transaction: Database, id: string) {
  const [booking] = await findBookings(transaction, sql`bookings.id = ${id}`)
  if (!booking) throw new Refusal('booking_not_found')
  return booking
}

interface Ended {
  id: string
  room_id: string
  devices: string[]
}

/** @throws Refusal booking_not_found */
export async function cancelBooking(
  database: Database,
  { id: userId }: SignedInCaller,
  id: string,
): Promise<Ended> {
  const isOwn = sql`bookings.id = ${id} and user_id = ${userId}`
  const ended = await endBooking(database, isOwn, 'cancelled')
  if (!ended) throw new Refusal('booking_not_found')
  return ended
}

/**
 * Cancels a booking in a room of the caller, whose booker is notified.
 * @throws Refusal sticker_not_found, not_yours, booking_not_found, session_expired
 */
export async function cancelForOther(
  database: Database,
  caller: SignedInCaller,
  { number, id }: { number: string; id: string },
): Promise<Ended> {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findRoom(transaction, number)
    if (!(await isOwnRoom(transaction, caller, room.id))) throw new Refusal('not_yours')
    const isThere = sql`bookings.id = ${id} and room_id = ${room.id}`
    const ended = await endBooking(transaction, isThere, 'closed')
    if (!ended) throw new Refusal('booking_not_found')
    await sql`
      insert into jobs (queue, subject_id, kind, user_id, expires_at)
      select 'notifications', id, 'booking_closed', user_id,
        now() + make_interval(mins => ${limits.freeNotificationMinutes})
      from bookings where id = ${id}`.execute(transaction)
    const event = { id: room.id, name: room.location }
    await recordEvent(transaction, caller, 'booking_cancelled', event, { booking: id })
    return ended
  })
}

/** Ends an open booking. Its machines are then for anyone. */
async function endBooking(
  database: Database,
  which: RawBuilder<unknown>,
  outcome: 'cancelled' | 'closed',
): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    with chosen as (
      select bookings.id, room_id from bookings join machine_groups on machine_groups.id = group_id
      where bookings.ended_at is null and ${which} for update of bookings
    ),
    ended as (
      -- What was paid for was used.
      update bookings set ended_at = now(),
        outcome = case when release_at is null or ${ownCycles('starting', 'running', 'finished')} then 'used' else ${outcome} end
      from chosen where bookings.id = chosen.id
    ),
    freed as (
      delete from booked_machines using chosen where booking_id = chosen.id returning device_id
    ),
    released as (
      update machine_holds set ended_at = now(), outcome = 'given_up'
      from chosen where booking_id = chosen.id and ended_at is null
    )
    select chosen.*, array(select device_id from freed) as devices from chosen`.execute(database)
  return rows[0]
}
