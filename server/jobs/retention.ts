import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/connection.ts'
import type { Tables } from '../platform/database/tables.ts'

interface Retention {
  table: keyof Tables
  isExpired: RawBuilder<unknown>
}

const isSessionOver = sql`least(ended_at, expires_at)
  < now() - make_interval(days => ${sql.lit(limits.sessionKeptDays)})`

/** Deleted webhooks that still have deliveries: each is found by one index step. */
const goneWebhooks = sql`
  with recursive known as (
    (select webhook_id from webhook_deliveries order by webhook_id limit 1)
    union all
    select (select webhook_id from webhook_deliveries
      where webhook_id > known.webhook_id order by webhook_id limit 1)
    from known where known.webhook_id is not null
  )
  select webhook_id from known
  where webhook_id is not null and not exists (select from webhooks where id = webhook_id)`

/**
 * Deliveries of each webhook beyond the newest ones to keep. Never waiting ones: these are sent for three days, or
 * given up with a notice.
 */
const deliveriesAboveLimit = sql`
  select old.id from webhooks
  cross join lateral (
    select created_at, id from webhook_deliveries
    where webhook_id = webhooks.id order by created_at desc, id desc
    offset ${sql.lit(limits.deliveriesKept)} limit 1
  ) as newest_above
  cross join lateral (
    select id from webhook_deliveries
    where webhook_id = webhooks.id and status <> 'waiting'
      and (created_at, id) <= (newest_above.created_at, newest_above.id)
    order by created_at, id limit ${sql.lit(limits.forgottenAtOnce)}
  ) as old`

/** Expired rows by table. Refresh tokens of a session are deleted before it. */
const retentions: Retention[] = [
  {
    table: 'idempotency_keys',
    isExpired: sql`created_at < now() - make_interval(days => ${sql.lit(limits.idempotencyDays)})`,
  },
  {
    table: 'bulk_changes',
    isExpired: sql`created_at < now() - make_interval(hours => ${sql.lit(limits.bulkKeptHours)})`,
  },
  { table: 'call_counts', isExpired: sql`started_at < now() - interval '2 minutes'` },
  {
    table: 'failed_attempts',
    isExpired: sql`last_failed_at < now() - interval '1 day' or failures = 0`,
  },
  {
    table: 'alerts',
    isExpired: sql`ended_at < now() - make_interval(days => ${sql.lit(limits.alertKeptDays)})`,
  },
  {
    table: 'notifications',
    isExpired: sql`expires_at < now() - make_interval(days => ${sql.lit(limits.notificationKeptDays)})`,
  },
  {
    table: 'cut_short_alerts',
    isExpired: sql`ended_at < now() - make_interval(days => ${sql.lit(limits.alertKeptDays)})`,
  },
  // A case without reports belonged to an account that was closed.
  {
    table: 'report_cases',
    isExpired: sql`done_at < now() - make_interval(days => ${sql.lit(limits.caseKeptDays)})
      or reported_at < now() - make_interval(days => ${sql.lit(limits.openCaseKeptDays)})
      or reported_at < now() - interval '1 hour'
        and not exists (select from reports where case_id = report_cases.id)`,
  },
  {
    table: 'webhook_deliveries',
    isExpired: sql`created_at < now() - make_interval(days => ${sql.lit(limits.deliveryKeptDays)})`,
  },
  { table: 'webhook_deliveries', isExpired: sql`webhook_id = any (array(${goneWebhooks}))` },
  {
    table: 'webhook_deliveries',
    isExpired: sql`status <> 'waiting' and id = any (array(${deliveriesAboveLimit}))`,
  },
  {
    table: 'unrequested_mails',
    isExpired: sql`created_at < now() - interval '1 day' or created_at > now() + interval '1 minute'`,
  },
  {
    table: 'server_problems',
    isExpired: sql`hour < now() - interval '26 hours' or hour > now()`,
  },
  {
    table: 'memberships',
    isExpired: sql`member_id is null
      and invited_at < now() - make_interval(days => ${sql.lit(limits.invitationKeptDays)})`,
  },
  { table: 'room_waits', isExpired: sql`expires_at < now()` },
  {
    table: 'machine_holds',
    isExpired: sql`ended_at < now() - make_interval(days => ${sql.lit(limits.queueKeptDays)})`,
  },
  {
    table: 'queue_entries',
    isExpired: sql`ended_at < now() - make_interval(days => ${sql.lit(limits.queueKeptDays)})`,
  },
  {
    table: 'bookings',
    isExpired: sql`ended_at < now() - make_interval(days => ${sql.lit(limits.bookingKeptDays)})`,
  },
  { table: 'passkey_challenges', isExpired: sql`expires_at < now()` },
  // Links of an account that was closed during a cycle.
  {
    table: 'device_links',
    isExpired: sql`controller_id in (select id from controllers where deleted_at is not null)
      and not exists (select from cycles where open_link_id = device_links.id)`,
  },
  { table: 'email_codes', isExpired: sql`expires_at < now()` },
  {
    table: 'refresh_tokens',
    isExpired: sql`session_id in (select id from sessions where ${isSessionOver})`,
  },
  {
    table: 'sessions',
    // Sessions of guests record when they were last active.
    isExpired: sql`${isSessionOver}
      and not exists (select from refresh_tokens where session_id = sessions.id)
      and not exists (select from users where id = sessions.user_id and is_guest)`,
  },
  { table: 'guests_per_network', isExpired: sql`window_started_at < now() - interval '1 day'` },
  { table: 'creations_per_network', isExpired: sql`window_started_at < now() - interval '1 day'` },
  { table: 'mails_per_network', isExpired: sql`window_started_at < now() - interval '1 day'` },
  { table: 'photos_per_network', isExpired: sql`window_started_at < now() - interval '1 day'` },
]

/**
 * Deletes expired rows in chunks. Each chunk is a separate statement, and a failure in one table does not stop the
 * others.
 * @returns errors to log
 */
export async function deleteExpiredRows(database: Database): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const each of retentions) {
    await deleteExpired(database, each).catch((error) => failures.push(error))
  }
  return failures
}

async function deleteExpired(database: Database, { table, isExpired }: Retention): Promise<void> {
  const name = sql.table(table)
  for (let deleted: number = limits.forgottenAtOnce; deleted === limits.forgottenAtOnce; ) {
    const { numAffectedRows } = await sql`delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${isExpired}
      limit ${sql.lit(limits.forgottenAtOnce)} for update skip locked))`.execute(database)
    deleted = Number(numAffectedRows)
  }
}
