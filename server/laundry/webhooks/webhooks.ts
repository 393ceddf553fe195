import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { Webhook, type webhooks } from '@coinless/contract/webhooks.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key.ts'
import { idempotentWith } from '../../http/idempotency/idempotent.ts'
import { listPage, type PageRequest } from '../../http/lists/list.ts'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { assertVersion } from '../../http/routing/version.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownWebhook } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { countCreated } from '../../sessions/account/quotas.ts'
import { differences, recordEvent } from '../../sessions/audit/audit.ts'
import { assertAllowed, hostOf } from './receivers.ts'
import { sealSecret, secretOfNew } from './secrets.ts'

type Parts = Pick<Server, 'config' | 'database'>

const webhookColumns = columns(Webhook)

/** Fields that the version covers. */
export function changeableFacts(
  webhook: Pick<Webhook, 'url' | 'description' | 'is_enabled'> & { events: readonly string[] },
) {
  return [webhook.url, webhook.description, webhook.events, webhook.is_enabled]
}

export function listWebhooks(database: Database, caller: Caller, asked: PageRequest) {
  const own = database.selectFrom('webhooks').select(webhookColumns).where(ownWebhook(caller))
  return listPage(database, own, asked)
}

/** @throws Refusal webhook_not_found if the caller has none with this id */
export async function findWebhook(database: Database, caller: Caller, id: string) {
  const webhook = await database
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('id', '=', id)
    .where(ownWebhook(caller))
    .executeTakeFirst()
  if (!webhook) throw new Refusal('webhook_not_found')
  return webhook
}

/**
 * A retry returns the secret of the first answer.
 * @throws Refusal too_many_webhooks, too_many_unverified, webhook_address_refused
 */
export async function createWebhook(
  { config, database }: Parts,
  caller: SignedInCaller,
  body: z.output<typeof webhooks.create.body>,
  idempotencyKey?: IdempotencyKey,
) {
  const id = randomUUID()
  const made = secretOfNew(id, idempotencyKey, config.jwtSecret)
  const create = async (transaction: Database) => {
    assertAllowed(config, body.url)
    // Locked, so that concurrent calls respect the account's limit.
    await lockOwnAccount(transaction, caller)
    const { count } = await transaction
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(ownWebhook(caller))
      .executeTakeFirstOrThrow()
    if (count >= limits.webhooks) throw new Refusal('too_many_webhooks')
    const webhook = await transaction
      .insertInto('webhooks')
      .values({ ...body, id, user_id: caller.id, sealed_secret: sealSecret(config, id, made) })
      .returning(webhookColumns)
      .executeTakeFirstOrThrow()
    const details = { events: body.events.join(', ') }
    await recordEvent(transaction, caller, 'webhook_created', subjectOf(webhook), details)
    await countCreated(transaction, caller)
    return webhook
  }
  return idempotentWith(database, idempotencyKey, create, (webhook) => ({
    secret: webhook.id === id ? made : secretOfNew(webhook.id, idempotencyKey, config.jwtSecret),
  }))
}

/**
 * Resets the failures if the address changes or the webhook is enabled again.
 * @throws Refusal webhook_not_found, changed_meanwhile, webhook_address_refused
 */
export async function updateWebhook(
  { config, database }: Parts,
  caller: SignedInCaller,
  id: string,
  body: z.output<typeof webhooks.update.body>,
  version?: string,
) {
  return changing(database, caller, id, async (transaction, before) => {
    assertVersion(version, changeableFacts(before))
    if (body.url !== before.url) assertAllowed(config, body.url)
    const beginsAnew = body.url !== before.url || (body.is_enabled && !before.is_enabled)
    const after = await transaction
      .updateTable('webhooks')
      .set(body)
      .$if(beginsAnew, (update) => update.set({ failing_since: null, last_failed_at: null }))
      .$if(body.is_enabled, (update) => update.set({ rested_at: null }))
      .where('id', '=', id)
      .returning(webhookColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(
      transaction,
      caller,
      'webhook_changed',
      subjectOf(after),
      changesOf(before, after),
    )
    return after
  })
}

/**
 * Both secrets are valid for a day, so that the receiver need not change at the same moment.
 * @throws Refusal webhook_not_found
 */
export async function replaceSecret(
  { config, database }: Parts,
  caller: SignedInCaller,
  id: string,
) {
  const secret = secretOfNew(id, undefined, config.jwtSecret)
  const webhook = await changing(database, caller, id, async (transaction, before) => {
    const after = await transaction
      .updateTable('webhooks')
      .set({
        sealed_old_secret: sql<Buffer>`sealed_secret`,
        sealed_secret: sealSecret(config, id, secret),
        old_secret_until: sql<Date>`now() + make_interval(hours => ${limits.oldSecretHours})`,
      })
      .where('id', '=', id)
      .returning(webhookColumns)
      .executeTakeFirstOrThrow()
    await recordEvent(transaction, caller, 'webhook_secret_replaced', subjectOf(before))
    return after
  })
  return { ...webhook, secret }
}

/**
 * A background job deletes its deliveries, including those that wait.
 * @throws Refusal webhook_not_found
 */
export async function deleteWebhook(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<void> {
  await changing(database, caller, id, async (transaction, webhook) => {
    await transaction.deleteFrom('webhooks').where('id', '=', id).execute()
    await recordEvent(transaction, caller, 'webhook_deleted', subjectOf(webhook))
  })
}

/** Locks a webhook for a change, after the account. */
function changing<T>(
  database: Database,
  caller: SignedInCaller,
  id: string,
  work: (transaction: Database, webhook: Awaited<ReturnType<typeof findWebhook>>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    await sql`select from webhooks where id = ${id} for update`.execute(transaction)
    return work(transaction, await findWebhook(transaction, caller, id))
  })
}

/** Named by host, because the rest of an address may be a secret. */
function subjectOf({ id, url }: Pick<Webhook, 'id' | 'url'>) {
  return { id, name: hostOf(url) }
}

type Changeable = Parameters<typeof changeableFacts>[0]

function changesOf(before: Changeable, after: Changeable): Record<string, string> {
  const named = ({ url, events, is_enabled }: Changeable) => ({
    host: hostOf(url),
    events: events.join(', '),
    is_enabled,
  })
  return differences(named(before), named(after), ['host', 'events', 'is_enabled'])
}
