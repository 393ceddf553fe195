import { createHash } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import type { PushSubscription } from '@coinless/contract/notifications.ts'
import { sql } from 'kysely'
import { lockOwnAccount } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'
import { areUsableKeys } from './encrypt.ts'
import { pushKeysOf } from './keys.ts'
import { isPushService } from './services.ts'

type Parts = Pick<Server, 'config' | 'database'>

/** On `push_subscriptions`: only live sessions. */
export const isOfLivingSession = sql`exists (
  select from sessions
  where sessions.id = push_subscriptions.session_id and ended_at is null and sessions.expires_at > now()
)`

/**
 * Subscribes the browser of this session, which may have belonged to another account.
 * @throws Refusal push_not_possible, session_expired
 */
export async function subscribe(
  { config, database }: Parts,
  caller: SignedInCaller,
  subscription: PushSubscription,
): Promise<void> {
  if (!isPushService(subscription.endpoint, config.pushServices) || !areUsableKeys(subscription)) {
    throw new Refusal('push_not_possible')
  }
  const { publicKey } = await pushKeysOf(database, config)
  const endpoint_hash = hashOf(subscription.endpoint)
  await database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    await forgetBrowser(transaction, caller, endpoint_hash)
    await transaction
      .insertInto('push_subscriptions')
      .values({
        user_id: caller.id,
        session_id: caller.session_id,
        endpoint_hash,
        sealed: seal(
          config.jwtSecret,
          Buffer.from(JSON.stringify(subscription)),
          ownerOf(caller.id),
        ),
        public_key: publicKey,
      })
      // The same browser, concurrently.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`delete from push_subscriptions where user_id = ${caller.id} and id not in (
      select id from push_subscriptions where user_id = ${caller.id}
      order by session_id = ${caller.session_id} desc, created_at desc
      limit ${limits.pushSubscriptions})`.execute(transaction)
  })
}

/** Subscriptions of this session and this browser, in a fixed lock order. */
async function forgetBrowser(
  transaction: Database,
  { session_id }: SignedInCaller,
  endpointHash: Buffer,
): Promise<void> {
  const locked = await transaction
    .selectFrom('push_subscriptions')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('endpoint_hash', '=', endpointHash), eb('session_id', '=', session_id)]),
    )
    .orderBy('user_id')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of locked) {
    await transaction.deleteFrom('push_subscriptions').where('id', '=', id).execute()
  }
}

/** After signing in again, keeps the browser's subscription if it belonged to this account. */
export async function renewSubscription(
  { database }: Parts,
  caller: SignedInCaller,
  endpoint: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, caller)
    await transaction
      .updateTable('push_subscriptions')
      .set({ session_id: caller.session_id })
      .where('user_id', '=', caller.id)
      .where('endpoint_hash', '=', hashOf(endpoint))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('push_subscriptions as its')
              .select('its.id')
              .where('its.session_id', '=', caller.session_id),
          ),
        ),
      )
      .execute()
  })
}

export async function unsubscribe({ database }: Parts, caller: SignedInCaller): Promise<void> {
  await database
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', caller.session_id)
    .execute()
}

/** State of this session's browser and of the account's browsers. */
export async function subscriptionState({ config, database }: Parts, caller: SignedInCaller) {
  const { publicKey } = await pushKeysOf(database, config)
  const { rows } = await sql<{ subscriptions: number; is_subscribed: boolean }>`
    select count(*)::int as subscriptions,
      coalesce(bool_or(session_id = ${caller.session_id}), false) as is_subscribed
    from push_subscriptions
    where user_id = ${caller.id} and public_key = ${publicKey} and ${isOfLivingSession}`.execute(
    database,
  )
  return { ...(rows[0] as (typeof rows)[0]), public_key: publicKey }
}

/** @returns undefined if sealed with another secret */
export function openSubscription(
  jwtSecret: string,
  { user_id, sealed }: { user_id: string; sealed: Buffer },
): PushSubscription | undefined {
  const text = open(jwtSecret, sealed, ownerOf(user_id))
  return text && JSON.parse(text.toString())
}

function ownerOf(userId: string): string {
  return `push subscription of ${userId}`
}

/** Normalizes the address, so that one browser counts once. */
function hashOf(endpoint: string): Buffer {
  const url = URL.parse(endpoint)
  const called = url ? `${url.origin}${url.pathname}${url.search}` : endpoint
  return createHash('sha256').update(called).digest()
}
