import type { AuditAction } from '@coinless/contract/choices.ts'
import type { JsonObject } from '@coinless/contract/json-document.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { quotaOf } from '@coinless/contract/quotas.ts'
import type { Resource, resources } from '@coinless/contract/resources.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { contains, listPage } from '../../http/lists/list.ts'
import { lockAccountsExclusively } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleResource } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { countCreated } from '../../sessions/account/quotas.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'

interface Row {
  id: string
  document: JsonObject
}

export function resourceOf({ id, document }: Row): Resource {
  return { id, ...document }
}

/** Limits concurrency, because documents are large: a page of them uses a connection and the CPU for a while. */
const inTurn = limitConcurrency({
  atOnce: limits.resourcesPagesAtOnce,
  waiting: limits.resourcesPagesWaiting,
})

/** @throws Refusal page_too_large, too_busy */
export function listResources(...list: Parameters<typeof pageOfResources>) {
  return inTurn(() => pageOfResources(...list))
}

async function pageOfResources(
  database: Database,
  caller: Caller,
  query: z.output<typeof resources.list.query>,
) {
  const { search, disabled } = query
  const found = database
    .selectFrom('resources')
    .where(visibleResource(caller))
    .where(contains('search_text', search))
    .where(isDisabled(disabled))
  if (query.limit * limits.documentBytes > limits.resourcesPageBytes) {
    const { data: sizes } = await listPage(database, found.select('bytes'), query)
    if (total(sizes) > limits.resourcesPageBytes) throw new Refusal('page_too_large')
  }
  const { data, pagination } = await listPage(database, found.select(['id', 'document']), query)
  return { data: data.map(resourceOf), pagination }
}

function total(sizes: { bytes: number }[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0)
}

function isDisabled(disabled: boolean | undefined) {
  if (disabled === undefined) return sql<SqlBool>`true`
  return sql<SqlBool>`((document -> 'disabled')::text is not distinct from 'true') = ${disabled}`
}

/** @throws Refusal resource_not_found if the caller may see none with this id */
export async function findResource(database: Database, caller: Caller, id: string) {
  const found = await database
    .selectFrom('resources')
    .select(['id', 'document'])
    .where('id', '=', id)
    .where(visibleResource(caller))
    .executeTakeFirst()
  return resourceOf(existing(found))
}

/** Values that its version covers. */
export function changeableFacts(resource: Resource) {
  return resource
}

/** @throws Refusal id_is_fixed if the document has an id */
export async function createResource(
  database: Database,
  caller: SignedInCaller,
  document: JsonObject,
) {
  if ('id' in document) throw new Refusal('id_is_fixed')
  return database.transaction().execute(async (transaction) => {
    await lockAccountsExclusively(transaction, caller)
    const created = await transaction
      .insertInto('resources')
      .values({ owner_id: caller.id, document: JSON.stringify(document) })
      .returning(['id', 'document'])
      .executeTakeFirstOrThrow()
    await refuseTooMany(transaction, caller.id, quotaOf('resources', caller))
    await recordEvent(transaction, caller, 'resource_created', { id: created.id })
    await countCreated(transaction, caller)
    return resourceOf(created)
  })
}

/** @throws Refusal id_is_fixed if the document has another id; its own is allowed */
export async function replaceResource(
  database: Database,
  caller: SignedInCaller,
  id: string,
  { id: given = id, ...document }: JsonObject,
  version?: string,
) {
  if (given !== id) throw new Refusal('id_is_fixed')
  return changing(database, caller, id, 'resource_changed', async (transaction, ownerId) => {
    assertVersion(version, changeableFacts(await findResource(transaction, caller, id)))
    const changed = await transaction
      .updateTable('resources')
      .set({ document: JSON.stringify(document) })
      .where('id', '=', id)
      .returning(['id', 'document'])
      .executeTakeFirst()
    await refuseTooMany(transaction, ownerId)
    return changed
  })
}

/** @throws Refusal too_many_resources, verification_needed */
async function refuseTooMany(
  transaction: Database,
  ownerId: string,
  most: number = limits.resources,
): Promise<void> {
  const { count, bytes } = await transaction
    .selectFrom('resources')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(bytes), 0)::integer`.as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count > limits.resources || bytes > limits.resourcesBytes) {
    throw new Refusal('too_many_resources')
  }
  if (count > most) throw new Refusal('verification_needed')
}

export async function deleteResource(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  await changing(database, caller, id, 'resource_deleted', (transaction) =>
    transaction
      .deleteFrom('resources')
      .where('id', '=', id)
      .where(visibleResource(caller))
      .returning(['id', 'document'])
      .executeTakeFirst(),
  )
}

/**
 * Serializes changes of an account, so that concurrent calls respect its limits.
 * @throws Refusal resource_not_found, session_expired
 */
async function changing(
  database: Database,
  caller: SignedInCaller,
  id: string,
  action: AuditAction,
  change: (transaction: Database, ownerId: string) => Promise<Row | undefined>,
) {
  return database.transaction().execute(async (transaction) => {
    const { owner_id } = existing(
      await transaction
        .selectFrom('resources')
        .select('owner_id')
        .where('id', '=', id)
        .where(visibleResource(caller))
        .executeTakeFirst(),
    )
    await lockAccountsExclusively(transaction, caller, owner_id)
    const resource = resourceOf(existing(await change(transaction, owner_id)))
    await recordEvent(transaction, caller, action, { id })
    return resource
  })
}

function existing<Found>(found: Found | undefined): Found {
  if (!found) throw new Refusal('resource_not_found')
  return found
}
