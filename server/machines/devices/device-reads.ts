import { type Caller, isAdmin, placesOf } from '@coinless/contract/permissions.ts'
import DataLoader from 'dataloader'
import { sql } from 'kysely'
import { preparedStatement } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { deviceColumns, type FoundDevice } from './devices.ts'

interface Asked {
  caller: Caller
  id: string
}

/** Bounds what one statement reads. */
const atOnce = 50

/**
 * Reads a device for a caller like `findDevice`. Reads of the same moment share one statement. Nothing is cached.
 * @throws Refusal device_not_found if the caller may see none with this id
 */
export function deviceReads(database: Database) {
  const reads = new DataLoader<Asked, FoundDevice | undefined>(
    async (asked) => {
      const found = new Map<Asked, FoundDevice>()
      const alike = Map.groupBy(asked, ({ caller }) =>
        JSON.stringify([isAdmin(caller), placesOf(caller)]),
      )
      await Promise.all(
        [...alike.values()].map(async (group) => {
          const rows = await devicesOf(database, group)
          for (const { place, ...device } of rows) found.set(group[place - 1] as Asked, device)
        }),
      )
      return asked.map((each) => found.get(each))
    },
    { cache: false, maxBatchSize: atOnce, batchScheduleFn: setImmediate },
  )
  return async (caller: Caller, id: string) => {
    const device = await reads.load({ caller, id })
    if (!device) throw new Refusal('device_not_found')
    return device
  }
}

/** @param reads of callers who may see the same places, all or none of them admins */
function devicesOf(database: Database, reads: readonly Asked[]) {
  const callers = reads.map(({ caller }) => caller)
  const [first] = callers as [Caller]
  // The subquery hides the lengths of the arrays, with which PostgreSQL would plan each call again.
  const asked = sql<{ device_id: string; place: number }>`(
    select each.* from (
      select ${reads.map(({ id }) => id)}::uuid[] as device_ids, ${callers.map(({ id }) => id)}::uuid[] as caller_ids,
        ${callers.map(({ email }) => email)}::text[] as emails,
        ${callers.map(({ email_verified }) => email_verified)}::boolean[] as verified
      offset 0
    ) as arrays, unnest(device_ids, caller_ids, emails, verified) with ordinality
      as each (device_id, caller_id, caller_email, caller_is_verified, place)
  )`
  return database
    .selectFrom(asked.as('asked'))
    .modifyFront(preparedStatement)
    .innerJoin('devices', 'devices.id', 'asked.device_id')
    .select(deviceColumns)
    .select(sql<number>`place::integer`.as('place'))
    .where(
      visibleDevice({
        id: sql.ref('asked.caller_id'),
        email: sql.ref('asked.caller_email'),
        email_verified: sql.ref('asked.caller_is_verified'),
        isAdmin: isAdmin(first),
        acting: first.acting,
      }),
    )
    .execute()
}
