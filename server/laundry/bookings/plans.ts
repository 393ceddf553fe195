import type { BookingPlan, KnownPlan } from '@coinless/contract/booking-plans.ts'
import type { Problem } from '@coinless/contract/explain.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { BookingRules } from '../../platform/database/place-tables.ts'
import { InvalidInput, Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { findRoom } from '../rooms/rooms.ts'
import { isLandlord } from '../rooms/rules.ts'
import { endUnplanned } from './advance.ts'
import { machinesOfGroup } from './machines.ts'

/** At first, or for a place without a time zone. */
const firstRules: Omit<BookingRules, 'time_zone'> = {
  days_ahead: 28,
  open_max: 3,
  month_max: null,
  release_minutes: 20,
  last_start_minutes: 0,
  overrun_allowed: false,
  guests_allowed: false,
  closed: [],
}

type Groups = BookingPlan['groups']

/** @throws Refusal sticker_not_found, not_yours */
export async function bookingPlan(database: Database, caller: Caller, number: string) {
  const room = await findRoom(database, number)
  return planOf(database, caller, room.id)
}

/** A lock serializes changes of a plan. */
async function planOf(database: Database, caller: Caller, roomId: string) {
  const { rows } = await sql<{ rules: BookingRules | null; time_zone: string | null }>`
    select booking_rules as rules, (
        select time_zone_of(owner_id, devices.location) from devices
        where room_id = rooms.id order by created_at, id limit 1
      ) as time_zone
    from rooms where id = ${roomId} and ${isLandlord(caller)}`.execute(database)
  const [room] = rows
  if (!room) throw new Refusal('not_yours')
  const { rows: groups } = await sql<KnownPlan['groups'][number]>`
    select id, name, dryer_minutes, slots, array(
        select devices.id from devices where ${machinesOfGroup} order by devices.device_number
      ) as device_ids
    from machine_groups where room_id = ${roomId} and deleted_at is null
    order by created_at, id`.execute(database)
  return { ...firstRules, time_zone: room.time_zone, ...room.rules, groups }
}

/**
 * Bookings whose group or day is gone end.
 * @throws Refusal sticker_not_found, not_yours, changed_meanwhile, InvalidInput, session_expired
 */
export async function setBookingPlan(
  database: Database,
  caller: SignedInCaller,
  { number, version, plan }: { number: string; version?: string | undefined; plan: BookingPlan },
) {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findRoom(transaction, number)
    await sql`select from rooms where id = ${room.id} for no key update`.execute(transaction)
    const before = await planOf(transaction, caller, room.id)
    assertVersion(version, before)
    await assertKnown(transaction, room.id, plan)
    const { groups, ...rules } = plan
    await transaction
      .updateTable('rooms')
      .set({ booking_rules: JSON.stringify(rules) as never })
      .where('id', '=', room.id)
      .execute()
    await saveGroups(transaction, room.id, groups)
    const after = await planOf(transaction, caller, room.id)
    const changed = await endUnplanned(transaction, room.id)
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await recordEvent(
        transaction,
        caller,
        'booking_plan_changed',
        { id: room.id, name: room.location },
        { booking_plan: `${inWords(before)} → ${inWords(after)}` },
      )
    }
    const devices = new Set(changed.flatMap((ended) => ended.devices))
    return { id: room.id, plan: after, devices: [...devices] }
  })
}

function inWords({ groups }: { groups: Groups }): string {
  return groups.map(({ name, slots }) => `${name} (${slots.length})`).join(', ')
}

/** @throws InvalidInput names fields with ids of other rooms, or a time zone that the database does not know */
async function assertKnown(
  transaction: Database,
  roomId: string,
  { groups, time_zone }: BookingPlan,
): Promise<void> {
  await sql`select now() at time zone ${time_zone}::text`
    .execute(transaction)
    .catch((error) => refuseUnknownZone(error))
  const { rows } = await sql<{ id: string }>`
    select id from devices where room_id = ${roomId} and deleted_at is null
    union all
    select id from machine_groups where room_id = ${roomId} and deleted_at is null`.execute(
    transaction,
  )
  const known = new Set(rows.map(({ id }) => id))
  const unknown = groups.flatMap(({ id, device_ids }, index) => [
    ...(id === null || known.has(id) ? [] : [['groups', index, 'id']]),
    ...device_ids.flatMap((each, at) =>
      known.has(each) ? [] : [['groups', index, 'device_ids', at]],
    ),
  ])
  const message: Problem = 'not_in_room'
  if (unknown.length > 0) {
    throw new InvalidInput(
      unknown.map((path) => ({ code: 'custom', path, message, input: undefined })),
    )
  }
}

async function saveGroups(transaction: Database, roomId: string, groups: Groups): Promise<void> {
  const kept = groups.flatMap(({ id }) => id ?? [])
  await sql`
    update machine_groups set deleted_at = now()
    where room_id = ${roomId} and deleted_at is null and id <> all (${kept}::uuid[])`.execute(
    transaction,
  )
  for (const [index, { id, slots, ...group }] of groups.entries()) {
    const values = { ...group, slots: JSON.stringify(slots) }
    if (id) {
      await transaction.updateTable('machine_groups').set(values).where('id', '=', id).execute()
    } else {
      // Groups made together keep their order.
      const created_at = sql<Date>`now() + interval '1 millisecond' * ${index}::integer`
      await transaction
        .insertInto('machine_groups')
        .values({ ...values, room_id: roomId, created_at })
        .execute()
    }
  }
}
