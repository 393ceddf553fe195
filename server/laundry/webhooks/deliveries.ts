import { randomUUID } from 'node:crypto'
import { testEventType } from '@coinless/contract/choices.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { Delivery, type webhooks } from '@coinless/contract/webhooks.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { equals, listPage } from '../../http/lists/list.ts'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownWebhook } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { hostOf } from './receivers.ts'
import { findWebhook } from './webhooks.ts'

const deliveryColumns = columns(Delivery)

/** @throws Refusal webhook_not_found */
export async function listDeliveries(
  database: Database,
  caller: Caller,
  webhookId: string,
  { status, ...page }: z.output<typeof webhooks.deliveries.query>,
) {
  await findWebhook(database, caller, webhookId)
  const sent = database
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('webhook_id', '=', webhookId)
    .where(equals('status', status))
  return listPage(database, sent, page)
}

/** @throws Refusal webhook_not_found, webhook_disabled */
export async function sendTest(database: Database, caller: SignedInCaller, webhookId: string) {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const { is_enabled, url } = await findWebhook(transaction, caller, webhookId)
    if (!is_enabled) throw new Refusal('webhook_disabled')
    const subject = { id: webhookId, name: hostOf(url) }
    await recordEvent(transaction, caller, 'webhook_tested', subject)
    return transaction
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: webhookId,
        event_id: randomUUID(),
        type: testEventType,
        subject_id: webhookId,
      })
      .returning(deliveryColumns)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Restarts the three days of tries, whatever the status. A try in progress continues.
 * @throws Refusal delivery_not_found, webhook_disabled
 */
export async function sendAgain(database: Database, caller: SignedInCaller, id: string) {
  return database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    const delivery = await transaction
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
      .select(['is_enabled', 'url', 'webhook_id', 'type'])
      .where('webhook_deliveries.id', '=', id)
      .where(ownWebhook(caller))
      .executeTakeFirst()
    if (!delivery) throw new Refusal('delivery_not_found')
    if (!delivery.is_enabled) throw new Refusal('webhook_disabled')
    const subject = { id: delivery.webhook_id, name: hostOf(delivery.url) }
    await recordEvent(transaction, caller, 'webhook_sent_again', subject, { event: delivery.type })
    await transaction
      .updateTable('webhook_deliveries')
      .set({ status: 'waiting', queued_at: sql`now()`, next_try_at: sql`now()`, tries: 0 })
      .where('id', '=', id)
      .where(sql<SqlBool>`claimed_until is null or claimed_until < now()`)
      .execute()
    return transaction
      .selectFrom('webhook_deliveries')
      .select(deliveryColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  })
}
