import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import type { PriceList } from '@coinless/contract/device-prices.ts'
import type { NewDevice } from '@coinless/contract/devices.ts'
import type { ImportReport, SkippedRow } from '@coinless/contract/imports.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import { timeOfRow } from '../../http/lists/time-of-row.ts'
import { lockSessionNowait } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Database } from '../../platform/database/connection.ts'
import { assertQuota, enforceQuota } from '../../sessions/account/quotas.ts'
import { recordAll } from '../../sessions/audit/audit.ts'
import { refuseOtherLandlord } from './by-staff.ts'
import { minimumOf, storedColumns, subjectOf } from './devices.ts'
import { assertKnownZones, hasPrices, storedList } from './prices.ts'

/** Maximum number of devices with the same number to compare. */
const namesakes = 20

type StoredDevice = Omit<Required<NewDevice>, 'price' | 'prices'> & {
  price: NumericText
  price_list: PriceList | null
}

interface Row {
  /** Index in the request. */
  row: number
  body: NewDevice
  /** Its number in the form that is compared. */
  key: string
  /** Devices of the owner that have it. */
  known: StoredDevice[]
}

/**
 * Creates devices with new numbers: of two with the same number, in one call or in concurrent ones, the database
 * creates one. Existing devices stay unchanged, because a file may be older. Call within yieldToExclusive.
 * @throws Refusal session_expired, verification_needed, owner_chooses_landlord, invalid_input
 */
export async function importDevices(
  transaction: Database,
  caller: SignedInCaller,
  bodies: readonly NewDevice[],
) {
  for (const body of bodies) refuseOtherLandlord(caller, body)
  await assertKnownZones(
    transaction,
    bodies.flatMap(({ prices }, row) =>
      prices ? [{ path: ['rows', row, 'prices', 'time_zone'], prices }] : [],
    ),
  )
  const rows = await findRows(transaction, caller, bodies)
  const fresh = [...Map.groupBy(rows.filter(isNew), ({ key }) => key).values()].map(
    ([first]) => first as Row,
  )
  await assertQuota(transaction, caller, 'devices', fresh.length)
  const made = await insertDevices(transaction, caller, fresh)
  const rest = rows.filter(({ row }) => !made.has(row))
  const report: ImportReport = {
    created: made.size,
    left: skippedRows(
      await findRows(
        transaction,
        caller,
        rest.map(({ body }) => body),
      ),
      rest,
    ),
  }
  await enforceQuota(transaction, caller, 'devices', made.size)
  await lockSessionNowait(transaction, caller)
  return { report, made: [...made.values()] }
}

/** Rows that an import would leave unchanged. */
export async function knownDevices(
  database: Database,
  caller: SignedInCaller,
  bodies: readonly NewDevice[],
) {
  const known = (await findRows(database, caller, bodies)).filter((row) => !isNew(row))
  return { left: skippedRows(known, known) }
}

function isNew({ known }: Row): boolean {
  return known.length === 0
}

/** Finds the owner's devices of each number. Each part uses one index. */
async function findRows(
  transaction: Database,
  { id }: SignedInCaller,
  bodies: readonly NewDevice[],
): Promise<Row[]> {
  if (bodies.length === 0) return []
  const found = (isShared: boolean) => sql`
    select ${sql.join([...storedColumns, 'price_list'].map((column) => sql.ref(`devices.${column}`)))} from devices
    where owner_id = ${id} and normalize_device_number(device_number) = wanted.key and deleted_at is null
      and ${isShared ? sql`shares_number` : sql`not shares_number`}`
  const { rows } = await sql<{ row: number; key: string; known: StoredDevice[] }>`
    with wanted as (
      select normalize_device_number(number) as key, row::integer
      from unnest(${bodies.map(({ device_number }) => device_number)}::text[])
        with ordinality as given (number, row)
    )
    select row - 1 as row, key, array(
      select to_jsonb(known) || jsonb_build_object('price', known.price::text)
      from (${found(false)} union all ${found(true)} limit ${namesakes}) as known
    ) as known
    from wanted order by row`.execute(transaction)
  return rows.map((row) => ({ ...row, body: bodies[row.row] as NewDevice }))
}

/** Inserts in one order, so that two calls cannot deadlock. */
async function insertDevices(transaction: Database, caller: SignedInCaller, fresh: Row[]) {
  const inOrder = fresh.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (inOrder.length === 0) return new Map<number, never>()
  const inserted = await transaction
    .insertInto('devices')
    .values(
      inOrder.map(({ body: { prices, ...body }, row }) => ({
        ...body,
        coin_type: body.coin_type ?? deviceDefaults.coin_type,
        price_list: storedList(prices),
        minimum_duration_minutes: minimumOf(body, deviceDefaults.minimum_duration_minutes),
        owner_id: caller.id,
        saved_as_admin: isAdmin(caller),
        // Owners see their devices oldest first.
        created_at: timeOfRow(-row),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .expression(sql`owner_id, normalize_device_number(device_number)`)
        .where('deleted_at', 'is', null)
        .where('shares_number', '=', false)
        .doNothing(),
    )
    .returning(['id', 'device_number', 'label', 'landlord_email', 'landlord_accepted'])
    .returning(sql<string>`normalize_device_number(device_number)`.as('key'))
    .execute()
  await recordAll(transaction, caller, 'device_created', inserted.map(subjectOf))
  const rowOfKey = new Map(inOrder.map(({ key, row }) => [key, row]))
  return new Map(inserted.map((device) => [rowOfKey.get(device.key) as number, device]))
}

function skippedRows(found: readonly Row[], rest: readonly Row[]): SkippedRow[] {
  return found.map(({ body, known }, index): SkippedRow => {
    const { row } = rest[index] as Row
    const [fields = []] = known.map((device) => differing(body, device)).toSorted(byLength)
    return { row, outcome: fields.length > 0 ? 'differs' : 'unchanged', fields, message: null }
  })
}

/** Fields missing from the file do not differ. The number is already compared. */
function differing(
  { device_number: _, price, prices, ...body }: NewDevice,
  known: StoredDevice,
): string[] {
  const fields = Object.entries(body)
    .filter(([field, value]) => value !== undefined && value !== known[field as keyof typeof known])
    .map(([field]) => field)
  return [
    ...fields,
    ...(toMinor(price) === toMinor(known.price) ? [] : ['price']),
    ...(prices === undefined || hasPrices(known, prices) ? [] : ['prices']),
  ]
}

function byLength(some: readonly unknown[], others: readonly unknown[]): number {
  return some.length - others.length
}
