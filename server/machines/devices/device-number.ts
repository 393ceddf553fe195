import { countedUp } from '@coinless/contract/count-up.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Maximum number of taken numbers to skip. */
const stepsMax = 1000

/** Returns the next number that is free among the caller's devices, or among those that staff at some places see. */
export async function nextFreeNumber(database: Database, caller: Caller, device_number: string) {
  const names = Array.from({ length: stepsMax }, (_, index) =>
    countedUp(device_number, index + 1, limits.deviceNumberMax),
  )
  // Each part uses one index.
  const seen = placesOf(caller) ? sql`and ${visibleDevice(caller)}` : sql``
  const taken = sql`select from devices where owner_id = ${caller.id} and deleted_at is null ${seen}
    and normalize_device_number(device_number) = normalize_device_number(name)`
  const { rows } = await sql<{ device_number: string; steps: number }>`
    select name as device_number, steps::integer from unnest(${names}::text[]) with ordinality as next (name, steps)
    where not exists (${taken} and not shares_number) and not exists (${taken} and shares_number)
    order by steps limit 1`.execute(database)
  return rows[0] ?? { device_number, steps: 0 }
}

interface Numbered {
  /** Id of an existing device. */
  id?: string
  owner_id: string | null
  device_number: string
}

interface Other extends Pick<Device, 'label' | 'location'> {
  is_visible: boolean
}

/**
 * Whether a device may share its number with another one of its owner. If two concurrent calls must not and use the
 * same number, `devices_number_taken` refuses one.
 * @throws Refusal device_number_taken, which names the other device to callers who may see it
 */
export async function mayShareNumber(
  transaction: Database,
  caller: Caller,
  { id, owner_id, device_number }: Numbered,
  sameNumber = true,
): Promise<boolean> {
  if (sameNumber) return true
  const same = sql`owner_id = ${owner_id} and normalize_device_number(device_number) = normalize_device_number(${device_number})
    and deleted_at is null and id is distinct from ${id ?? null}`
  const found = sql`select label, location, ${visibleDevice(caller)} as is_visible from devices`
  // Each part uses one index.
  const { rows } = await sql<Other>`
    ${found} where ${same} and not shares_number
    union all ${found} where ${same} and shares_number
    limit 1`.execute(transaction)
  const [other] = rows
  if (!other) return false
  throw new Refusal('device_number_taken', { other: other.is_visible ? other : null })
}
