import { driverAbilities } from '@coinless/contract/choices.ts'
import { DeviceLink, type LinkBody, type SettingsBody } from '@coinless/contract/device-links.ts'
import { type Caller, may } from '@coinless/contract/permissions.ts'
import { sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { controllerAtPlaces } from '../../platform/policy/own-devices.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { presenceColumns } from '../controllers/presence.ts'
import { findDevice, lockChangeableDevice, subjectOf } from '../devices/devices.ts'
import { assertFitsLink, termsOf } from '../devices/fits-link.ts'
import { findPrices } from '../devices/prices.ts'

const settings = ['pulse_ms', 'gap_ms', 'watts_mark', 'gives_back_unused'] as const
const stored = columns(
  DeviceLink.omit({
    watts_mark: true,
    controller_name: true,
    driver: true,
    connected_since: true,
    heard_at: true,
  }),
)

type FoundLink = NonNullable<Awaited<ReturnType<typeof linkOf>>>

/** Fields that the version covers. */
export function changeableFacts(link: Pick<FoundLink, (typeof settings)[number]>) {
  return settings.map((field) => link[field])
}

async function linkOf(database: Database, deviceId: string) {
  return (
    database
      .selectFrom('device_links')
      .innerJoin('controllers', 'controllers.id', 'controller_id')
      .select(stored.map((column) => `device_links.${column}` as const))
      // Numeric values are read as text, to keep money exact.
      .select(sql<number | null>`watts_mark::float8`.as('watts_mark'))
      .select(['controllers.name as controller_name', 'driver'])
      .select(presenceColumns(sql`controllers.id`))
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
  )
}

/** @throws Refusal device_not_found, not_yours */
export async function findChangeableDevice(database: Database, caller: Caller, id: string) {
  const device = await findDevice(database, caller, id)
  if (!may(caller, 'change device', device)) throw new Refusal('not_yours')
  return device
}

/** @returns null if no controller is linked */
export async function findLink(database: Database, caller: Caller, deviceId: string) {
  await findChangeableDevice(database, caller, deviceId)
  return (await linkOf(database, deviceId)) ?? null
}

/**
 * Callers who may change a device may link it to any controller of its owner, so they can read the controllers' names;
 * staff of some places only those that are there.
 */
export async function linkChoices(database: Database, caller: Caller, deviceId: string) {
  const device = await findChangeableDevice(database, caller, deviceId)
  const data = await database
    .selectFrom('controllers')
    .select(['id', 'name', 'driver'])
    .select(
      sql<number[]>`array(select channel from device_links where controller_id = controllers.id
        order by channel)`.as('taken_channels'),
    )
    .where('owner_id', '=', device.owner_id)
    .where('deleted_at', 'is', null)
    .where(controllerAtPlaces(caller))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return { data }
}

export async function createLink(
  { database, changes }: Server,
  caller: SignedInCaller,
  deviceId: string,
  body: LinkBody,
) {
  const link = await database.transaction().execute(async (transaction) => {
    const device = await lockChangeableDevice(transaction, caller, deviceId)
    const controller = await transaction
      .selectFrom('controllers')
      .select(['id', 'name', 'driver'])
      .where('id', '=', body.controller_id)
      .where('owner_id', '=', device.owner_id)
      .where('deleted_at', 'is', null)
      .where(controllerAtPlaces(caller))
      .forShare()
      .executeTakeFirst()
    if (!controller) throw new Refusal('controller_not_found')
    refuseInability(controller.driver, body)
    const linked = { switching: body.switching, driver: controller.driver }
    assertFitsLink(linked, device.coin_type, termsOf(await findPrices(transaction, deviceId)))
    await transaction
      .insertInto('device_links')
      .values({ ...body, ...settingsOf(body, body), device_id: deviceId })
      .execute()
    const { channel, switching, evidence } = body
    await recordEvent(transaction, caller, 'device_linked', subjectOf(device), {
      controller_id: controller.name,
      channel: String(channel),
      switching,
      evidence,
    })
    return linkOf(transaction, deviceId)
  })
  changes.publish({ deviceId })
  changes.publish({ controllerId: body.controller_id })
  return existing(link)
}

/** Keeps only the settings that apply to the switching and the evidence. */
function settingsOf(
  { switching, evidence }: Pick<LinkBody, 'switching' | 'evidence'>,
  { pulse_ms, gap_ms, watts_mark, gives_back_unused }: SettingsBody,
) {
  const isPulses = switching === 'pulses'
  return {
    pulse_ms: isPulses ? (pulse_ms ?? null) : null,
    gap_ms: isPulses ? (gap_ms ?? null) : null,
    watts_mark: evidence === 'power' ? (watts_mark ?? null) : null,
    gives_back_unused: gives_back_unused ?? false,
  }
}

function refuseInability(
  driver: keyof typeof driverAbilities,
  { switching, evidence }: LinkBody,
): void {
  const able: { switchings: readonly string[]; evidences: readonly string[] } =
    driverAbilities[driver]
  if (!able.switchings.includes(switching) || !able.evidences.includes(evidence)) {
    throw new Refusal('driver_cannot')
  }
}

/**
 * Locks a link against payments and other changes.
 * @throws Refusal device_not_found, not_yours, link_not_found, session_expired
 */
export async function changingLink<T>(
  database: Database,
  caller: SignedInCaller,
  deviceId: string,
  work: (
    transaction: Database,
    link: FoundLink,
    device: Awaited<ReturnType<typeof lockChangeableDevice>>,
  ) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    const device = await lockChangeableDevice(transaction, caller, deviceId)
    await sql`select from device_links where device_id = ${deviceId} for update`.execute(
      transaction,
    )
    return work(transaction, existing(await linkOf(transaction, deviceId)), device)
  })
}

/** @throws Refusal cycle_open */
export async function refuseOpenCycle(transaction: Database, { id }: FoundLink): Promise<void> {
  const cycle = await transaction
    .selectFrom('cycles')
    .select('id')
    .where('open_link_id', '=', id)
    .executeTakeFirst()
  if (cycle) throw new Refusal('cycle_open')
}

export async function changeLink(
  { database, changes }: Server,
  caller: SignedInCaller,
  deviceId: string,
  body: SettingsBody,
  version?: string,
) {
  const link = await changingLink(
    database,
    caller,
    deviceId,
    async (transaction, before, device) => {
      assertVersion(version, changeableFacts(before))
      await refuseOpenCycle(transaction, before)
      const { pulse_ms, gap_ms, watts_mark, gives_back_unused } = before
      const set = settingsOf(before, {
        pulse_ms: body.pulse_ms ?? pulse_ms,
        gap_ms: body.gap_ms ?? gap_ms,
        watts_mark: body.watts_mark ?? watts_mark,
        gives_back_unused: body.gives_back_unused ?? gives_back_unused,
      })
      await transaction.updateTable('device_links').set(set).where('id', '=', before.id).execute()
      const after = existing(await linkOf(transaction, deviceId))
      const details = differences(before, after, settings)
      await recordEvent(transaction, caller, 'device_link_changed', subjectOf(device), details)
      return after
    },
  )
  changes.publish({ deviceId })
  return link
}

export async function removeLink(
  { database, changes }: Server,
  caller: SignedInCaller,
  deviceId: string,
): Promise<void> {
  await changingLink(database, caller, deviceId, async (transaction, link, device) => {
    await transaction.deleteFrom('device_links').where('id', '=', link.id).execute()
    await recordEvent(transaction, caller, 'device_unlinked', subjectOf(device), {
      controller_id: link.controller_name,
      channel: String(link.channel),
    })
  })
  changes.publish({ deviceId })
}

/** Values of a link whose last cycle started. */
export const resetFailures = {
  not_started: 0,
  not_started_payer_id: null,
  not_started_by_device: false,
  doubted_at: null,
}

/** Records that the device was checked: it takes payments again. */
export async function returnToService(
  { database, changes }: Server,
  caller: SignedInCaller,
  deviceId: string,
) {
  const link = await changingLink(
    database,
    caller,
    deviceId,
    async (transaction, before, device) => {
      await transaction
        .updateTable('device_links')
        .set({ ...resetFailures, out_of_order_at: null })
        .where('id', '=', before.id)
        .execute()
      await recordEvent(transaction, caller, 'device_looked_at', subjectOf(device))
      return { ...before, not_started: 0, doubted_at: null, out_of_order_at: null }
    },
  )
  changes.publish({ deviceId })
  return link
}

function existing<Found>(link: Found | undefined): Found {
  if (!link) throw new Refusal('link_not_found')
  return link
}
