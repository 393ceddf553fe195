import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import type { Place, places } from '@coinless/contract/places.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { atOneMoment, contains, pageOf, paginationOf } from '../../http/lists/list.ts'
import { lockAccountsExclusively } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { refuseUnknownZone } from '../../platform/refusals/unknown-zone.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { refuseOtherPlace } from '../devices/by-staff.ts'

type ChosenZone = z.output<typeof places.setTimeZone.body>

/**
 * Devices of other owners that name the account as landlord are at their owners' places.
 * @throws Refusal list_too_long
 */
export async function listPlaces(
  database: Database,
  caller: Caller,
  { search, ...asked }: z.output<typeof places.list.query>,
) {
  const chosen = placesOf(caller)
  const found = sql`from devices
    where owner_id = ${caller.id} and deleted_at is null
      and ${chosen ? sql`location = any (${chosen}::text[])` : sql`true`}
      and ${contains('normalize_search_text(location)', search)}`
  const page = pageOf(asked)
  return atOneMoment(database, async (snapshot) => {
    const counted = await sql<{ total: number }>`
      select count(distinct location)::integer as total ${found}`.execute(snapshot)
    const pagination = paginationOf(page, counted.rows[0]?.total ?? 0)
    const listed = await sql<Place>`
      select (array_agg(id order by created_at, id))[1] as id, location, count(*)::integer as device_count, (
        select time_zone from time_zones
        where time_zones.owner_id = ${caller.id} and time_zones.location = devices.location
      ) as time_zone
      ${found} group by location order by location
      limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(snapshot)
    return { data: listed.rows, pagination, time_zone: await findZone(snapshot, caller, null) }
  })
}

/**
 * The last of several calls counts. A call that changes nothing leaves no event.
 * @throws Refusal session_expired, other_place, place_not_found, InvalidInput
 */
export async function setTimeZone(
  transaction: Database,
  caller: SignedInCaller,
  { location, time_zone }: ChosenZone,
): Promise<void> {
  // Exclusively, so that no device moves between the check and the change.
  await lockAccountsExclusively(transaction, caller)
  if (location === null) refuseStaffOfPlaces(caller)
  else await refuseUnknownPlace(transaction, caller, location)
  const before = await findZone(transaction, caller, location)
  if (before === time_zone) return
  await transaction
    .deleteFrom('time_zones')
    .where('owner_id', '=', caller.id)
    .where('location', 'is not distinct from', location)
    .execute()
  if (time_zone !== null) await insertZone(transaction, caller, { location, time_zone })
  await recordEvent(
    transaction,
    caller,
    'time_zone_changed',
    { id: caller.id, ...(location !== null && { name: location }) },
    { time_zone: `${before ?? '–'} → ${time_zone ?? '–'}` },
  )
}

/** @throws InvalidInput also for a time zone that PostgreSQL does not know */
async function insertZone(
  transaction: Database,
  { id }: Pick<Caller, 'id'>,
  { location, time_zone }: ChosenZone,
): Promise<void> {
  await sql`insert into time_zones (owner_id, location, time_zone)
    select ${id}, ${location}, ${time_zone}::text where now() at time zone ${time_zone}::text is not null`
    .execute(transaction)
    .catch((error) => refuseUnknownZone(error))
}

/** @throws Refusal other_place */
function refuseStaffOfPlaces(caller: Caller): void {
  if (placesOf(caller)) throw new Refusal('other_place')
}

/** @throws Refusal other_place, place_not_found */
async function refuseUnknownPlace(
  transaction: Database,
  caller: Caller,
  location: string,
): Promise<void> {
  refuseOtherPlace(caller, { location })
  const device = await transaction
    .selectFrom('devices')
    .select('id')
    .where('owner_id', '=', caller.id)
    .where('location', '=', location)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!device) throw new Refusal('place_not_found')
}

/** The time zone chosen for a place; null is the account's own. */
async function findZone(
  database: Database,
  { id }: Pick<Caller, 'id'>,
  location: string | null,
): Promise<string | null> {
  const found = await database
    .selectFrom('time_zones')
    .select('time_zone')
    .where('owner_id', '=', id)
    .where('location', 'is not distinct from', location)
    .executeTakeFirst()
  return found?.time_zone ?? null
}
