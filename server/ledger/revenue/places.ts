import type { Caller } from '@coinless/contract/permissions.ts'
import type { revenue } from '@coinless/contract/revenue.ts'
import { revenueLimits } from '@coinless/contract/revenue-limits.ts'
import type { z } from 'zod'
import { contains } from '../../http/lists/list.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownedDevice } from '../../platform/policy/own-devices.ts'
import { accountOf } from './payee.ts'

/** Locations of an account's devices by name. Deleted devices had revenue, too. */
export async function placesFor(
  database: Database,
  caller: Caller,
  { search, owner }: z.output<typeof revenue.places.query>,
) {
  const account = await accountOf(database, caller, owner)
  const found = await database
    .selectFrom('devices')
    .select('location')
    .distinct()
    .where(ownedDevice(account))
    .where(contains('normalize_search_text(location)', search))
    .orderBy('location')
    .limit(revenueLimits.revenuePlaces)
    .execute()
  return { data: found.map(({ location }) => location) }
}
