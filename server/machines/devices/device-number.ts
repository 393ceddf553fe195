import { countedUp } from '@coinless/contract/count-up.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** So many numbers in a row that are taken are counted over. */
const stepsMax = 1000

/** The next number in a row that no device of the caller has, or of those that staff at some places see. */
export async function nextFreeNumber(database: Database, caller: Caller, device_number: string) {
  const names = Array.from({ length: stepsMax }, (_, index) =>
    countedUp(device_number, index + 1, limits.deviceNumberMax),
  )
  // Each part is of one index.
  const seen = placesOf(caller) ? sql`and ${visibleDevice(caller)}` : sql``
  const taken = sql`select from devices where owner_id = ${caller.id} and deleted_at is null ${seen}
    and number_form(device_number) = number_form(name)`
  const { rows } = await sql<{ device_number: string; steps: number }>`
    select name as device_number, steps::integer from unnest(${names}::text[]) with ordinality as next (name, steps)
    where not exists (${taken} and not shares_number) and not exists (${taken} and shares_number)
    order by steps limit 1`.execute(database)
  return rows[0] ?? { device_number, steps: 0 }
}

interface Numbered {
  /** Of a device that is there already. */
  id?: string
  owner_id: string | null
  device_number: string
}

interface Other extends Pick<Device, 'label' | 'location'> {
  is_visible: boolean
}

/**
 * Whether a device may have a number that another one of its owner has, too. Of two that must not and get
 * the same one at the same moment, `devices_number_taken` refuses one.
 * @throws Refusal device_number_taken, which names the other one to whoever may see it
 */
export async function mayShareNumber(
  transaction: Database,
  caller: Caller,
  { id, owner_id, device_number }: Numbered,
  sameNumber = true,
): Promise<boolean> {
  if (sameNumber) return true
  const same = sql`owner_id = ${owner_id} and number_form(device_number) = number_form(${device_number})
    and deleted_at is null and id is distinct from ${id ?? null}`
  const found = sql`select label, location, ${visibleDevice(caller)} as is_visible from devices`
  // Each part is of one index.
  const { rows } = await sql<Other>`
    ${found} where ${same} and not shares_number
    union all ${found} where ${same} and shares_number
    limit 1`.execute(transaction)
  const [other] = rows
  if (!other) return false
  throw new Refusal('device_number_taken', { other: other.is_visible ? other : null })
}
