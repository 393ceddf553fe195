import type { KnownHours, OpeningHours } from '@coinless/contract/opening-hours.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { findRoom } from './rooms.ts'
import { isLandlord } from './rules.ts'

/** @throws Refusal sticker_not_found, not_yours */
export async function openingHoursOf(database: Database, caller: Caller, number: string) {
  const room = await findRoom(database, number)
  return hoursOf(database, caller, room.id)
}

async function hoursOf(database: Database, caller: Caller, roomId: string): Promise<KnownHours> {
  const { rows } = await sql<{ hours: OpeningHours | null; time_zone: string | null }>`
    select opening_hours as hours, coalesce(booking_rules ->> 'time_zone', (
        select time_zone_of(owner_id, devices.location) from devices
        where room_id = rooms.id order by created_at, id limit 1
      )) as time_zone
    from rooms where id = ${roomId} and ${isLandlord(caller)}`.execute(database)
  const [room] = rows
  if (!room) throw new Refusal('not_yours')
  return room.hours ?? { time_zone: room.time_zone, days: [] }
}

/**
 * In a room that closes, queues end within a second.
 * @returns id of the room and its hours
 * @throws Refusal sticker_not_found, not_yours, changed_meanwhile, InvalidInput, session_expired
 */
export async function setOpeningHours(
  database: Database,
  caller: SignedInCaller,
  { number, version, hours }: { number: string; version?: string | undefined; hours: OpeningHours },
) {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const room = await findRoom(transaction, number)
    await sql`select from rooms where id = ${room.id} for no key update`.execute(transaction)
    const before = await hoursOf(transaction, caller, room.id)
    assertVersion(version, before)
    await sql`select now() at time zone ${hours.time_zone}::text`
      .execute(transaction)
      .catch((error) => refuseUnknownZone(error))
    const days = hours.days.toSorted((one, other) => one.weekday - other.weekday)
    const value = days.length > 0 ? JSON.stringify({ ...hours, days }) : null
    await sql`update rooms set opening_hours = ${value}::jsonb where id = ${room.id}`.execute(
      transaction,
    )
    const after = await hoursOf(transaction, caller, room.id)
    const changes = differences(inWords(before), inWords(after), ['opening_hours'])
    if (Object.keys(changes).length > 0) {
      const subject = { id: room.id, name: room.location }
      await recordEvent(transaction, caller, 'room_rules_changed', subject, changes)
    }
    return { id: room.id, hours: after }
  })
}

function inWords({ days, time_zone }: KnownHours) {
  const listed = days.map((day) => `${day.weekday} ${day.opens_at}–${day.closes_at}`)
  return { opening_hours: days.length > 0 ? `${listed.join(', ')} (${time_zone})` : null }
}
