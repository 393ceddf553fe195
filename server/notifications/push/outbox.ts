import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { pauseAfter } from '../../platform/database/due.ts'
import { claiming, dropping, enqueue, type Job, type Queue } from '../../platform/jobs/queue.ts'
import { open, seal } from '../../platform/secrets/sealed.ts'
import { isOfLivingSession } from './subscriptions.ts'

type Secret = Pick<AppConfig, 'jwtSecret'>

const pushQueue: Queue = {
  name: 'pushes',
  atOnce: limits.pushesAtOnce,
  pause: { seconds: limits.pushPauseSeconds, longest: limits.pushPauseSecondsMax },
  // If the server dies, it is unknown whether they arrived.
  lease: 'once',
  longestSeconds: limits.pushWaitSecondsMax,
}

/** Content of a notification. */
export interface Push {
  title: string
  body: string
  /** Path of the page that it opens. */
  path: string
  /** Replaces a visible notification of the same cycle id. */
  about: string
}

/** A push message with its subscription. */
export interface ClaimedPush extends Job {
  subscription_id: string
  user_id: string
  sealed_subscription: Buffer
  public_key: string
  /** How long it is useful. */
  seconds_left: number
}

/** Queues a message for each browser of an account in the caller's transaction. */
export async function queuePush(
  transaction: Database,
  { jwtSecret }: Secret,
  userId: string,
  push: Push,
  expiresAt: Date | RawBuilder<Date>,
): Promise<void> {
  const subscriptions = await transaction
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`${isOfLivingSession}`)
    .orderBy('id')
    // Waits for a concurrent removal, then skips that browser.
    .forKeyShare()
    .execute()
  for (const { id: subject_id } of subscriptions) {
    const id = randomUUID()
    const sealed = seal(jwtSecret, Buffer.from(JSON.stringify(push)), ownerOf(id))
    await enqueue(transaction, pushQueue, { id, subject_id, sealed, expires_at: expiresAt })
  }
}

/** Locks browsers in order of account: a browser that changes hands concerns two accounts. */
export function byAccount<T extends { user_id: string }>(told: T[]): T[] {
  return told.toSorted((one, other) => Number(one.user_id > other.user_id) * 2 - 1)
}

export function openPush({ jwtSecret }: Secret, { id, sealed }: Job): Push | undefined {
  const text = sealed && open(jwtSecret, sealed, ownerOf(id))
  return text ? JSON.parse(text.toString()) : undefined
}

function ownerOf(id: string): string {
  return `push ${id}`
}

/** Claims due messages of living sessions. Drops the others until it finds one, so that they delay none. */
export async function claimPushes(database: Database, free: number): Promise<ClaimedPush[]> {
  for (;;) {
    const { rows } = await sql<ClaimedPush & { is_gone: boolean }>`
      with ${claiming(pushQueue, free)}
      select claimed.*, subject_id as subscription_id, push_subscriptions.user_id, public_key,
        public_key is null as is_gone, push_subscriptions.sealed as sealed_subscription,
        least(ceil(extract(epoch from claimed.expires_at - now())),
          ${sql.lit(limits.moneyNotificationHours * 60 * 60)})::int as seconds_left
      from claimed left join push_subscriptions
        on push_subscriptions.id = subject_id and ${isOfLivingSession}
      order by attempts, claimed.created_at`.execute(database)
    const living = rows.filter(({ is_gone }) => !is_gone)
    if (living.length > 0 || rows.length === 0) return living
  }
}

/** Schedules a retry of a refused message, unless it expired or the browser is gone. */
export async function requeuePush(
  database: Database,
  { id, subscription_id, sealed, attempts, expires_at }: ClaimedPush,
  pauseSeconds = 0,
): Promise<void> {
  const asked = sql`interval '1 second' * ${Math.min(pauseSeconds, limits.pushWaitSecondsMax)}::int`
  const pause = sql`greatest(${pauseAfter(sql`${attempts}::int`, pushQueue.pause)}, ${asked})`
  await sql`insert into jobs (id, queue, subject_id, sealed, attempts, due_at, expires_at)
    select ${id}::uuid, ${pushQueue.name}, push_subscriptions.id, ${sealed}, ${attempts + 1}, now() + ${pause}, ${expires_at}
    from push_subscriptions where push_subscriptions.id = ${subscription_id} for key share`.execute(
    database,
  )
}

/** @returns number of messages that expired before a push service accepted them */
export async function abandonPushes(database: Database): Promise<number> {
  const { numAffectedRows } = await dropping(pushQueue).execute(database)
  return Number(numAffectedRows)
}
