import { randomUUID } from 'node:crypto'
import { type AuditAction, controllerDrivers } from '@coinless/contract/choices.ts'
import { Controller, type controllers } from '@coinless/contract/controllers.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { quotaOf } from '@coinless/contract/quotas.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotentWith } from '../../http/idempotency/idempotent.ts'
import { contains, listPage } from '../../http/lists/list.ts'
import { lockOwnAccount, lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { assertVersion } from '../../http/routing/version.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleController } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { countCreated } from '../../sessions/account/quotas.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { credentialOfNew, hashOfCredential, makeCredential } from './credential.ts'
import { presenceColumns } from './presence.ts'
import { recentEvents } from './recent-events.ts'

const stored = columns(
  Controller.omit({ has_credential: true, connected_since: true, heard_at: true }),
)
const controllerColumns = [
  ...stored,
  sql<boolean>`controllers.credential_hash is not null`.as('has_credential'),
  ...presenceColumns(sql`controllers.id`),
] as const

/** Fields that the version covers. */
export function changeableFacts({ name }: Pick<Controller, 'name'>) {
  return [name]
}

export function listControllers(
  database: Database,
  caller: Caller,
  query: z.output<typeof controllers.list.query>,
) {
  const found = database
    .selectFrom('controllers')
    .select(controllerColumns)
    .where(visibleController(caller))
    .where(contains('normalize_search_text(controllers.name)', query.search))
  return listPage(database, found, query)
}

/** Returns controllers in their listed form, limited to those that the caller may see. */
export function listedControllers(database: Database, caller: Caller, ids: readonly string[]) {
  return database
    .selectFrom('controllers')
    .select(controllerColumns)
    .where(sql<SqlBool>`controllers.id = any (${ids}::uuid[])`)
    .where(visibleController(caller))
    .execute()
}

/** @throws Refusal controller_not_found if the caller may see none with this id */
async function findController(database: Database, caller: Caller, id: string) {
  const controller = await database
    .selectFrom('controllers')
    .select(controllerColumns)
    .where('id', '=', id)
    .where(visibleController(caller))
    .executeTakeFirst()
  if (!controller) throw new Refusal('controller_not_found')
  return controller
}

/** Returns a controller with its linked devices and recent events. */
export async function showController(
  { database, config }: Pick<Server, 'database' | 'config'>,
  caller: Caller,
  id: string,
) {
  const controller = await findController(database, caller, id)
  const channels = await database
    .selectFrom('device_links')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select(['channel', 'switching', 'device_id', 'out_of_order_at', 'device_number'])
    .select('devices.label as device_label')
    .where('controller_id', '=', id)
    .orderBy('channel')
    .execute()
  const events = await recentEvents(database, caller, id)
  return { ...controller, is_reachable: isReachable(config, controller), channels, events }
}

function isReachable({ mqttUrl }: AppConfig, { driver }: Pick<Controller, 'driver'>): boolean {
  return driver !== 'mqtt' || mqttUrl !== undefined
}

export function driversOf(config: AppConfig) {
  return controllerDrivers.filter((driver) => isReachable(config, { driver }))
}

/**
 * A retry returns the credential of the first answer.
 * @throws Refusal too_many_controllers, too_many_simulated, no_broker, verification_needed, too_many_unverified
 */
export async function createController(
  { database, config }: Server,
  caller: SignedInCaller,
  body: z.output<typeof controllers.create.body>,
  idempotencyKey?: IdempotencyKey,
) {
  const id = randomUUID()
  const made = credentialOfNew(id, idempotencyKey, config.jwtSecret)
  const create = async (transaction: Database) => {
    if (!isReachable(config, body)) throw new Refusal('no_broker')
    // Locked, so that concurrent calls respect the account's limit.
    await lockOwnAccount(transaction, caller)
    const { count, simulated } = await transaction
      .selectFrom('controllers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`count(*) filter (where driver = 'simulated')`.as('simulated'))
      .where('owner_id', '=', caller.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= quotaOf('controllers', caller)) {
      throw new Refusal(caller.email_verified ? 'too_many_controllers' : 'verification_needed')
    }
    if (body.driver === 'simulated' && simulated >= limits.simulatedControllers) {
      throw new Refusal('too_many_simulated')
    }
    const controller = await transaction
      .insertInto('controllers')
      .values({ ...body, id, owner_id: caller.id, credential_hash: hashOfCredential(made) })
      .returning(controllerColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, 'controller_created', controller, {
      driver: body.driver,
    })
    await countCreated(transaction, caller)
    return controller
  }
  return idempotentWith(database, idempotencyKey, create, (controller) => ({
    credential:
      controller.id === id
        ? made
        : credentialOfNew(controller.id, idempotencyKey, config.jwtSecret),
  }))
}

/**
 * Locks a controller for a change, after the accounts of its owner and the caller.
 * @throws Refusal controller_not_found, session_expired
 */
async function changing<T>(
  database: Database,
  caller: SignedInCaller,
  id: string,
  work: (transaction: Database, controller: Controller) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    const { owner_id } = await findController(transaction, caller, id)
    await lockSession(transaction, caller, owner_id)
    await sql`select from controllers where id = ${id} for no key update`.execute(transaction)
    const controller = await findController(transaction, caller, id)
    return work(transaction, controller as unknown as Controller)
  })
}

export async function renameController(
  { database, changes }: Server,
  caller: SignedInCaller,
  id: string,
  body: z.output<typeof controllers.rename.body>,
  version?: string,
) {
  const renamed = await changing(database, caller, id, async (transaction, before) => {
    assertVersion(version, changeableFacts(before))
    const after = await transaction
      .updateTable('controllers')
      .set(body)
      .where('id', '=', id)
      .returning(controllerColumns)
      .executeTakeFirstOrThrow()
    const details = differences(before, after, ['name'])
    await recordEvent(transaction, caller, 'controller_renamed', after, details)
    return after
  })
  changes.publish({ controllerId: id })
  return renamed
}

/** Disconnects the holder of the previous credential. */
export async function replaceCredential(server: Server, caller: SignedInCaller, id: string) {
  const { credential, credential_hash } = makeCredential()
  const controller = await setCredential(
    server,
    caller,
    { id, credential_hash },
    'credential_replaced',
  )
  return { ...controller, credential }
}

export async function endCredential(
  server: Server,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  await setCredential(server, caller, { id, credential_hash: null }, 'credential_ended')
}

async function setCredential(
  { database, connections, changes }: Server,
  caller: SignedInCaller,
  { id, credential_hash }: { id: string; credential_hash: Buffer | null },
  action: AuditAction,
) {
  const controller = await changing(database, caller, id, async (transaction) => {
    const changed = await transaction
      .updateTable('controllers')
      .set({ credential_hash })
      .where('id', '=', id)
      .returning(controllerColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, action, changed)
    return changed
  })
  connections.end(id, 4401)
  changes.publish({ controllerId: id })
  return controller
}

/** Also removes its links: the devices then run by the clock alone. */
export async function deleteController(
  { database, connections, changes }: Server,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  const unlinked = await changing(database, caller, id, async (transaction, controller) => {
    const links = await transaction
      .deleteFrom('device_links')
      .using('devices')
      .whereRef('devices.id', '=', 'device_links.device_id')
      .where('controller_id', '=', id)
      .returning(['device_id', 'device_number'])
      .execute()
    await transaction
      .updateTable('controllers')
      .set({ deleted_at: sql<Date>`now()`, credential_hash: null })
      .where('id', '=', id)
      .execute()
    const devices = links.map(({ device_number }) => device_number).join(', ')
    const details: Record<string, string> = devices ? { device_number: devices } : {}
    await recordEvent(transaction, caller, 'controller_deleted', controller, details)
    return links
  })
  connections.end(id, 4401)
  changes.publish({ controllerId: id })
  for (const { device_id } of unlinked) changes.publish({ deviceId: device_id })
}
