import { deviceStatuses, deviceTypes } from '@coinless/contract/choices.ts'
import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { Device, type DeviceBody, devices, type NewDevice } from '@coinless/contract/devices.ts'
import { type Caller, isAdmin, may, placesOf } from '@coinless/contract/permissions.ts'
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { countedListPage } from '../../http/lists/counted-list.ts'
import { ownFirstPage } from '../../http/lists/own-first.ts'
import { lockSession, sessionLock } from '../../http/request/account-lock.ts'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { deviceStreams, ownDeviceStreams, visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { enforceQuota, quotaCheck } from '../../sessions/account/quotas.ts'
import { differences, eventOf, recordEvent } from '../../sessions/audit/audit.ts'
import { listDevicesAtPlaces, refuseOtherLandlord, refuseOtherPlace } from './by-staff.ts'
import { mayShareNumber } from './device-number.ts'
import { assertFitsLink, findLinkedBy, termsOf } from './fits-link.ts'
import {
  assertKnownZones,
  findPrices,
  offersNow,
  settlePlannedPrices,
  storedList,
} from './prices.ts'
import { verifiedPage } from './verified-page.ts'

export const storedColumns = columns(Device.omit({ run_by: true, offers: true }))
export const runBy = sql<string>`coalesce(
  (select full_name from users where email = devices.landlord_email and devices.landlord_accepted),
  (select full_name from users where users.id = devices.owner_id)
)`.as('run_by')
/** Columns of a device, as in the contract. */
export const deviceColumns = [...storedColumns, offersNow.as('offers'), runBy] as const
const changeableColumns = columns(devices.update.body)

export type FoundDevice = Awaited<ReturnType<typeof findDevice>>

/** Fields that the version covers. */
export function changeableFacts(device: Answer<Device>) {
  return changeableColumns.map((column) => device[column])
}

export async function listDevices(
  database: Database,
  caller: Caller,
  asked: z.output<typeof devices.list.query>,
) {
  const { own, verified, ...query } = asked
  const found = database.selectFrom('devices').select(deviceColumns)
  if (placesOf(caller)) return listDevicesAtPlaces(database, caller, found, asked)
  const list = {
    table: 'devices',
    query: found,
    streams: deviceStreams(caller),
    facets: facetsOf(query),
    searched: [{ column: 'search_text' }],
  } as const
  if (verified) return verifiedPage(database, caller, list, query)
  if (own === undefined) return countedListPage(database, list, query)
  const ownFirst = { ...list, own: ownDeviceStreams(caller), isOwnAlone: own === 'only' }
  return ownFirstPage(database, ownFirst, query)
}

function facetsOf({ device_type, status }: z.output<typeof devices.list.query>) {
  if (!device_type && !status) return undefined
  return deviceTypes
    .filter((type) => !device_type || type === device_type)
    .flatMap((type) =>
      deviceStatuses
        .filter((each) => !status || each === status)
        .map((each) => ({
          name: `${type} ${each}`,
          where: sql<SqlBool>`device_type = ${type} and status = ${each}`,
        })),
    )
}

/** @throws Refusal device_not_found if the caller may see none with this id */
export async function findDevice(
  database: Database,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
) {
  const device = await database
    .selectFrom('devices')
    .modifyFront(preparedStatement)
    .select(deviceColumns)
    .where('id', '=', id)
    .where(visibleDevice(caller))
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!device) throw new Refusal('device_not_found')
  return device
}

/**
 * Locks a device for a change, after the accounts of its owner and the caller.
 * @throws Refusal device_not_found, session_expired
 */
export async function lockDevice(transaction: Database, caller: SignedInCaller, id: string) {
  const { owner_id } = await findDevice(transaction, caller, id)
  await lockSession(transaction, caller, owner_id)
  const device = await findDevice(transaction, caller, id, { isLocked: true })
  if (device.offers === null || (await settlePlannedPrices(transaction, [id])).length === 0)
    return device
  return findDevice(transaction, caller, id)
}

/** @throws Refusal device_not_found, not_yours, session_expired */
export async function lockChangeableDevice(
  transaction: Database,
  caller: SignedInCaller,
  id: string,
) {
  const device = await lockDevice(transaction, caller, id)
  if (!may(caller, 'change device', device)) throw new Refusal('not_yours')
  return device
}

export async function createDevice(
  database: Database,
  caller: SignedInCaller,
  { prices, ...body }: NewDevice,
  sameNumber?: boolean,
) {
  refuseOtherLandlord(caller, body)
  refuseOtherPlace(caller, body)
  const values = {
    ...body,
    coin_type: body.coin_type ?? deviceDefaults.coin_type,
    price_list: storedList(prices),
    minimum_duration_minutes: minimumOf(body, deviceDefaults.minimum_duration_minutes),
    saved_as_admin: isAdmin(caller),
  }
  if (prices) await assertKnownZones(database, [{ path: ['prices', 'time_zone'], prices }])
  if (caller.email_verified && sameNumber !== false) {
    const owner_id = quotaCheck(caller, 'devices', { account: sessionLock(caller), more: 1 })
    return insertDevice(database, caller, { ...values, owner_id, shares_number: true })
  }
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const owned = { ...values, owner_id: caller.id }
    const shares_number = await mayShareNumber(transaction, caller, owned, sameNumber)
    const device = await insertDevice(transaction, caller, { ...owned, shares_number })
    await enforceQuota(transaction, caller, 'devices')
    return device
  })
}

type NewRow = Omit<Insertable<Tables['devices']>, 'owner_id'> & {
  owner_id: string | RawBuilder<string>
}

/** Inserts the device and its event in one statement. */
async function insertDevice(database: Database, caller: SignedInCaller, values: NewRow) {
  const id = sql<string>`(select id from device)`
  return database
    .with('device', (query) => query.insertInto('devices').values(values).returning(deviceColumns))
    .with('event', (query) =>
      query
        .insertInto('audit_events')
        .values(eventOf(caller, 'device_created', { id, name: nameOf(values) })),
    )
    .selectFrom('device')
    .modifyFront(preparedStatement)
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** A minimum that the body does not set never exceeds the duration. */
export function minimumOf(
  { minimum_duration_minutes: named, duration_minutes }: DeviceBody,
  otherwise: number | null,
) {
  if (named !== undefined) return named
  return otherwise === null ? null : Math.min(otherwise, duration_minutes)
}

export async function updateDevice(
  database: Database,
  caller: SignedInCaller,
  id: string,
  body: DeviceBody,
  { version, same_number }: z.output<typeof devices.update.query> = {},
) {
  return database.transaction().execute(async (transaction) => {
    const before = await lockChangeableDevice(transaction, caller, id)
    assertVersion(version, changeableFacts(before))
    refuseOtherLandlord(caller, body, before)
    refuseOtherPlace(caller, body)
    const { device_number } = body
    const renumbered = device_number !== before.device_number && {
      shares_number: await mayShareNumber(
        transaction,
        caller,
        { ...before, device_number },
        same_number,
      ),
    }
    await refuseBeyondLink(transaction, before, body)
    const after = await transaction
      .updateTable('devices')
      .set({
        ...body,
        minimum_duration_minutes: minimumOf(body, before.minimum_duration_minutes),
        ...acceptedBy(caller, before, body),
        ...(before.owner_id === caller.id && !caller.acting && { saved_as_admin: isAdmin(caller) }),
        ...renumbered,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .returning(deviceColumns)
      .executeTakeFirstOrThrow()
    const details = differences(before, after, changeableColumns)
    await recordEvent(transaction, caller, 'device_changed', subjectOf(after), details)
    return after
  })
}

/** A caller who names themselves as the landlord accepts at once. */
function acceptedBy(
  caller: SignedInCaller,
  before: Pick<Device, 'landlord_email' | 'landlord_accepted'>,
  { landlord_email }: DeviceBody,
) {
  const isAccepted = before.landlord_accepted && before.landlord_email === landlord_email
  if (isAccepted || !caller.email_verified || landlord_email !== caller.email) return undefined
  return { landlord_accepted_at: sql<Date>`clock_timestamp()` }
}

/** @throws Refusal price_not_in_coins, too_long_for_controller */
async function refuseBeyondLink(
  transaction: Database,
  before: Pick<Device, 'id' | 'coin_type'>,
  { price, duration_minutes, coin_type = before.coin_type }: DeviceBody,
): Promise<void> {
  const linked = await findLinkedBy(transaction, before.id)
  if (!linked) return
  const { prices, minutes } = termsOf(await findPrices(transaction, before.id))
  const terms = {
    prices: [price, ...prices.slice(1)],
    minutes: [duration_minutes, ...minutes.slice(1)],
  }
  assertFitsLink(linked, coin_type, terms)
}

/** Soft-deletes the device and removes its link; its transactions stay. */
export async function deleteDevice(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const device = await lockChangeableDevice(transaction, caller, id)
    await transaction.deleteFrom('device_links').where('device_id', '=', id).execute()
    await transaction
      .updateTable('devices')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await recordEvent(transaction, caller, 'device_deleted', subjectOf(device))
  })
}

/**
 * Device as the caller may read it: the account and address behind it are only for callers who may change it. Others
 * see the name of its operator.
 */
export function shownTo(caller: Caller, device: FoundDevice): Answer<Device> {
  if (may(caller, 'change device', device)) return device
  const isNamed = may(caller, 'answer for device', device)
  return { ...device, owner_id: null, landlord_email: isNamed ? device.landlord_email : '' }
}

export function subjectOf(device: Pick<Device, 'id' | 'device_number' | 'label'>) {
  return { id: device.id, name: nameOf(device) }
}

function nameOf({ device_number, label }: Pick<Device, 'device_number' | 'label'>) {
  return `${device_number} ${label}`
}
