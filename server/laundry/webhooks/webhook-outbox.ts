import type { DeliveryFailure } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type Selectable, sql } from 'kysely'
import { lastLanguageOf } from '../../notifications/mail/last-language.ts'
import { mail } from '../../notifications/mail/mail.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, isHeld, pauseAfter, seconds } from '../../platform/database/due.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { hostOf } from './receivers.ts'

/** A delivery with the data to send it. */
export type ClaimedDelivery = Pick<
  Selectable<Tables['webhook_deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'type' | 'subject_id' | 'created_at' | 'tries'
> & {
  tried_at: Date
  url: string
  sealed_secret: Buffer
  /** Set while it is valid. */
  sealed_old_secret: Buffer | null
  user_id: string
  email: string
  email_verified: boolean
}

/** Result of a try. */
export interface DeliveryAttempt {
  failure: DeliveryFailure | null
  answer_status: number | null
  answer_start: string | null
  took_ms: number
}

const isTryDue = isDue(
  sql`delivery.next_try_at`,
  limits.webhookPauseSecondsMax + limits.webhookClaimSeconds,
)
// Twice as long, because another server's claim may have begun after this one.
const isBeingSent = isHeld(sql`claimed_until`, 2 * limits.webhookClaimSeconds)

/**
 * Claims some due deliveries, a few per receiver and per account, so that a slow one does not delay others. Receivers
 * that do not fail come first, then accounts with the fewest in progress. If this server dies, others retry.
 */
export async function claimDeliveries(
  database: Database,
  most: number,
): Promise<ClaimedDelivery[]> {
  const atOnce = sql.lit(limits.deliveriesAtOnce)
  const { rows } = await sql<ClaimedDelivery>`
    with receiver as (
      select id, user_id, failing_since,
        greatest(case when failing_since is null then ${atOnce} else 1 end - (
          select count(*) from webhook_deliveries where webhook_id = webhooks.id and ${isBeingSent}
        ), 0) as free
      from webhooks
      where exists (select from webhook_deliveries as delivery where status = 'waiting' and ${isTryDue})
        and is_enabled and exists (
          select from webhook_deliveries as delivery
          where webhook_id = webhooks.id and status = 'waiting' and ${isTryDue})
      for no key update skip locked
    ),
    account as (
      select user_id, (
        select count(*) from webhooks join webhook_deliveries on webhook_id = webhooks.id
        where webhooks.user_id = receiver.user_id and ${isBeingSent}
      ) as being_sent
      from receiver group by user_id
    ),
    candidate as (
      select chosen.*, user_id, failing_since, row_number() over (
        partition by user_id order by failing_since nulls first, next_try_at, chosen.id) as nth
      from receiver cross join lateral (
        select id, next_try_at from webhook_deliveries as delivery
        where webhook_id = receiver.id and status = 'waiting' and ${isTryDue}
        order by next_try_at limit free
        for update skip locked
      ) as chosen
    ),
    due as (
      select id from candidate join account using (user_id)
      where being_sent + nth <= ${sql.lit(limits.deliveriesOfAccountAtOnce)}
      order by failing_since nulls first, being_sent + nth, next_try_at
      limit ${most}
    ),
    claimed as (
      update webhook_deliveries as delivery
      set tries = tries + 1, tried_at = now(), next_try_at = now() + ${seconds(limits.webhookClaimSeconds)},
        claimed_until = now() + ${seconds(limits.webhookClaimSeconds)}
      from due where delivery.id = due.id
      returning delivery.id, webhook_id, event_id, type, subject_id, delivery.created_at, tries, tried_at
    )
    select claimed.*, url, sealed_secret, user_id, email, email_verified,
      case when old_secret_until > now() then sealed_old_secret end as sealed_old_secret
    from claimed join webhooks on webhooks.id = webhook_id join users on users.id = user_id`.execute(
    database,
  )
  return rows
}

const settled = {
  claimed_until: null,
  next_try_at: null,
}

export async function markDelivered(
  database: Database,
  { id, webhook_id }: ClaimedDelivery,
  outcome: DeliveryAttempt,
): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ ...outcome, ...settled, status: 'delivered' })
    .where('id', '=', id)
    .execute()
  await database
    .updateTable('webhooks')
    .set({ failing_since: null, last_failed_at: null })
    .where('id', '=', webhook_id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Gives up without counting a failure of the receiver. */
export async function abandonDelivery(database: Database, id: string, failure: DeliveryFailure) {
  await database
    .updateTable('webhook_deliveries')
    .set({ ...settled, failure, status: 'given_up' })
    .where('id', '=', id)
    .execute()
}

/** For a server that stops: it is unknown whether the delivery arrived, so it is sent again at once. */
export async function requeueDelivery(database: Database, { id }: ClaimedDelivery): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ claimed_until: null, next_try_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/**
 * Schedules a retry, the last one when the period ends, or gives up. Disables a receiver, with a mail, if nothing has
 * arrived there for as long.
 * @returns whether it was given up
 */
export async function markFailed(
  database: Database,
  config: AppConfig,
  { id, webhook_id, tried_at }: ClaimedDelivery,
  outcome: DeliveryAttempt,
): Promise<boolean> {
  const days = sql`make_interval(days => ${sql.lit(limits.webhookDays)})`
  const isOver = sql<boolean>`now() >= queued_at + ${days}`
  const next = sql`least(now() + ${pause}, greatest(queued_at + ${days} + interval '1 minute', now()))`
  return database.transaction().execute(async (transaction) => {
    const failing = await transaction
      .updateTable('webhooks')
      .set({
        // Restarts after a day without a try, because then this server was down.
        failing_since: sql`case
          when failing_since is null or last_failed_at < now() - interval '1 day' then ${tried_at}
          else least(failing_since, ${tried_at}) end`,
        last_failed_at: sql`now()`,
      })
      .where('id', '=', webhook_id)
      .returning(['user_id', 'url', 'is_enabled'])
      .returning(sql<boolean>`failing_since <= now() - ${days}`.as('is_dead'))
      .executeTakeFirst()
    const noted = await transaction
      .updateTable('webhook_deliveries')
      .set({
        ...outcome,
        claimed_until: null,
        status: sql`case when ${isOver} then 'given_up' else status end`,
        next_try_at: sql`case when not ${isOver} then ${next} end`,
      })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returning('status')
      .executeTakeFirst()
    if (failing?.is_dead && failing.is_enabled) {
      await rest(transaction, config, { id: webhook_id, ...failing })
    }
    return noted?.status === 'given_up'
  })
}

const pause = pauseAfter(sql`tries - 1`, {
  seconds: limits.webhookPauseSeconds,
  longest: limits.webhookPauseSecondsMax,
})

async function rest(
  transaction: Database,
  config: AppConfig,
  { id, user_id, url }: { id: string; user_id: string; url: string },
): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ is_enabled: false, rested_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const facts = { host: hostOf(url), days: limits.webhookDays }
  const language = await lastLanguageOf(transaction, user_id)
  const words = { ...mailTexts[language].webhook_rested(facts), path: `/settings/webhooks/${id}` }
  await mail(transaction, config, { userId: user_id }, words)
}

/**
 * Gives up deliveries that have waited for days at a disabled or deleted webhook, and deletes expired secrets.
 * @returns number of deliveries given up
 */
export async function sweepDeliveries(database: Database): Promise<number> {
  await sql`update webhooks set sealed_old_secret = null, old_secret_until = null
    where old_secret_until < now()`.execute(database)
  const { numAffectedRows } = await sql`
    update webhook_deliveries
    set status = 'given_up', failure = coalesce(failure, 'disabled'), next_try_at = null, claimed_until = null
    where id = any (array(
      select id from webhook_deliveries
      where status = 'waiting' and queued_at < now() - make_interval(days => ${sql.lit(limits.webhookDays)})
        and not exists (select from webhooks where webhooks.id = webhook_id and is_enabled)
      limit ${sql.lit(limits.forgottenAtOnce)} for update skip locked))`.execute(database)
  return Number(numAffectedRows)
}
