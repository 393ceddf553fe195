import type { DeviceBody, devices } from '@coinless/contract/devices.ts'
import { type Caller, isAtPlaces } from '@coinless/contract/permissions.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { countRows, equals, indexedContains, listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Lists devices for staff at some places: only own devices, and few enough to count. */
export async function listDevicesAtPlaces<Row>(
  database: Database,
  caller: Caller,
  devicesAsListed: SelectQueryBuilder<Tables, 'devices', Row>,
  { own, search, device_type, status, ...page }: z.output<typeof devices.list.query>,
) {
  const all = devicesAsListed.where(visibleDevice(caller))
  const found = all
    .where(equals('device_type', device_type))
    .where(equals('status', status))
    .$if(!!search, (query) =>
      query.where(indexedContains([{ column: 'search_text' }], search ?? '')),
    )
  if (own === undefined) return listPage(database, found, page)
  const listed = await listPage(database, found, page, sql`location, created_at, id`)
  return { ...listed, has_own: listed.data.length > 0 || (await countRows(database, all)) > 0 }
}

/**
 * Payments go to the landlord, so staff cannot name anyone except the owner.
 * @throws Refusal owner_chooses_landlord
 */
export function refuseOtherLandlord(
  { acting, email }: SignedInCaller,
  { landlord_email }: DeviceBody,
  before = { landlord_email: email },
): void {
  if (acting && landlord_email !== before.landlord_email)
    throw new Refusal('owner_chooses_landlord')
}

/**
 * Staff at some places cannot put a device at another place.
 * @throws Refusal other_place
 */
export function refuseOtherPlace(caller: Caller, { location }: Pick<DeviceBody, 'location'>): void {
  if (!isAtPlaces(caller, location)) throw new Refusal('other_place')
}
