import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/connection.ts'

const shown = 'Only displayed and sorted by.'
const byClock =
  'Cycles use the clock: set forward, they end early; set back, their times move back, too (server/payments/cycles/set-back.test.ts).'
const lease =
  'A lease further in the future than its duration counts as expired (server/machines/simulated/simulator.test.ts).'
const sweeping = 'Displayed, and used to delete unused guests.'
const alertTime =
  'In the future, it counts as long ago: the owner is notified a few minutes early (server/notifications/alerts).'

/**
 * Each stored time: the claim of stored-times.test.ts that tests it, or why nothing
 * depends on it.
 */
export const dueTimes: Record<string, string> = {
  'alerts.ended_at': 'Used to delete ended alerts.',
  'alerts.since': shown,
  'alerts.notified_at': alertTime,
  'alerts.notification_pending_since': alertTime,
  'api_keys.last_used_at': shown,
  'audit_events.created_at': shown,
  'authenticators.last_step': 'accepts a code of an authenticator app',
  'authenticators.confirmed_at': 'Only tested for null.',
  'authenticators.created_at': shown,
  'bulk_changes.applied_at':
    'Set back, a bulk change can be undone for longer; set forward, for a shorter time.',
  'bulk_changes.created_at': 'Used to delete bulk changes.',
  'business_details.created_at': shown,
  'business_details.effective_at':
    'Set back, receipts get no numbers until then, or those of the earlier version.',
  'call_counts.started_at': 'refuses no calls for those of another minute',
  'card_payments.created_at': 'settles a pending card payment and a pending refund',
  'card_payments.next_attempt_at': 'settles a pending card payment and a pending refund',
  'calendars.created_at': shown,
  'calendars.last_fetched_at': shown,
  'code_batches.created_at': shown,
  'code_batches.expires_at': 'Only displayed: each code has its own expiry.',
  'unrequested_mails.created_at': 'counts mails to a code’s customer within one day',
  'code_mails.created_at': 'counts mails to a code’s customer within one day',
  'code_mails.due_at': 'counts mails to a code’s customer within one day',
  'code_mails.sent_at': 'Only tested for null.',
  'controller_events.created_at': shown,
  'controller_presence.connected_at': shown,
  'controller_presence.heard_at':
    'In the future, it is ignored until the controller is heard again.',
  'controllers.created_at': shown,
  'controllers.deleted_at': 'Only tested for null.',
  'cut_short_alerts.ended_at': 'Used to delete ended alerts.',
  'cut_short_alerts.since': shown,
  'cut_short_alerts.notified_at': alertTime,
  'cut_short_alerts.notification_pending_since': alertTime,
  'cycles.created_at': shown,
  'cycles.ended_at': shown,
  'cycles.ends_at': byClock,
  'cycles.last_running_at': byClock,
  'cycles.idle_since': byClock,
  'cycles.next_check_at': byClock,
  'cycles.run_since': byClock,
  'device_links.created_at':
    'Only compared with cycles and card holds of the link: set back, the holds are released.',
  'device_links.doubted_at': 'Only tested for null.',
  'device_links.out_of_order_at': 'Only tested for null.',
  'device_links.blocked_since': shown,
  'device_links.unresponsive_since': shown,
  'losses.created_at': shown,
  'mqtt_lease.expires_at': lease,
  'simulated_controllers.lease_expires_at': lease,
  'starts.answered_at': shown,
  'starts.created_at': shown,
  'starts.deadline': byClock,
  'starts.sent_at':
    'Set forward, a run with an unanswered start counts as not run and is refunded.',
  'devices.created_at': shown,
  'devices.deleted_at': 'Only tested for null.',
  'devices.landlord_accepted_at': 'Only tested for null.',
  'devices.updated_at': shown,
  'displays.created_at': shown,
  'displays.last_seen_at': shown,
  'email_codes.created_at': 'mails a code again and accepts it',
  'email_codes.expires_at': 'mails a code again and accepts it',
  'creations_per_network.window_started_at':
    'In the future, it is ignored: a new day begins (server/sessions/account/quotas.test.ts).',
  'guests_per_network.window_started_at':
    'In the future, it is ignored: a new day begins (server/accounts/guests/guests.test.ts).',
  'idempotency_keys.created_at': 'executes a repeated call with its key once',
  'left_behind.created_at': shown,
  'ledger_entries.created_at': 'restores the balance of a code that expired under the wrong clock',
  'last_backup_file.written_at':
    'Displayed, and shows whether backups run. In the future, it counts as no backup (server/operations/system/system.test.ts).',
  'job_outages.next_attempt_at': 'sends waiting mails once the mail server is back',
  'job_outages.started_at': shown,
  'jobs.created_at': shown,
  'jobs.due_at': 'sends waiting mails once the mail server is back',
  'jobs.expires_at':
    'Set forward during an outage of a mail server or push service, jobs expire early, which is logged. In quiet hours, notifications expire.',
  'notifications.expires_at': 'Only used to delete them after 30 days.',
  'passkey_challenges.expires_at': 'Each attempt requests a new challenge.',
  'passkeys.created_at': shown,
  'passkeys.last_used_at': shown,
  'prepaid_codes.created_at':
    'lets nothing issued before the verification of an address pay through it',
  'prepaid_codes.deleted_at': 'Only tested for null.',
  'prepaid_codes.expires_at': 'restores the balance of a code that expired under the wrong clock',
  'push_subscriptions.created_at': 'Only sorts the subscriptions of an account.',
  'push_subscriptions.last_sent_at': shown,
  'receipt_counters.checked_until':
    'In the future, it counts as now: later payments get numbers (server/ledger/receipts).',
  'receipts.created_at': shown,
  'receipts.issued_at': shown,
  'refresh_tokens.created_at': shown,
  'refresh_tokens.replaced_at': 'keeps a session, and keeps an ended one ended',
  'refunds.completed_at': shown,
  'top_ups.completed_at': shown,
  'top_up_refunds.completed_at': shown,
  'refunds.created_at': 'settles a pending card payment and a pending refund',
  'refunds.next_attempt_at': 'settles a pending card payment and a pending refund',
  'photos_per_network.window_started_at':
    'In the future, it is ignored: a new day begins (server/machines/reports/photos.test.ts).',
  'report_answers.created_at': shown,
  'report_cases.done_at': 'Tested for null, and used to delete closed cases.',
  'report_cases.reported_at': shown,
  'report_photos.created_at': shown,
  'reports.created_at':
    'In the future, it counts toward no limit: after the clock was ahead, a user can report as on a new day.',
  'reports.done_at': 'Only tested for null.',
  'reports.done_notified_at':
    'In the future, the next resolution does not notify again, and sets the time right.',
  'resources.created_at': shown,
  'mails_per_network.window_started_at':
    'In the future, it is ignored: a new day begins (server/sessions/account/codes-of-networks.test.ts).',
  'memberships.created_at': shown,
  'memberships.invited_at':
    'In the future, an invitation is valid for longer (server/accounts/staff/invitation.ts).',
  'memberships.joined_at': 'Only tested for null.',
  'machine_holds.created_at':
    'In the future, the hold ends at once (server/laundry/queues/ended.test.ts).',
  'machine_holds.ended_at': 'Used to delete ended holds. Set back, a pause ends early.',
  'machine_holds.expires_at':
    'Set forward, the turn or hold ends early. Set back, it ends with its created_at in the future.',
  'bookings.created_at': shown,
  'bookings.ended_at': 'Used to delete ended bookings.',
  'bookings.ends_at': 'Set forward, the slot ends early.',
  'bookings.release_at': 'Set forward, an unused slot is released early.',
  'bookings.starts_at': 'Set forward, the slot begins early. Set back, it begins again.',
  'machine_groups.created_at': 'Only for the order of groups.',
  'machine_groups.deleted_at': 'Only tested for null.',
  'queue_entries.created_at':
    'In the future, the entry ends at once (server/laundry/queues/ended.test.ts).',
  'queue_entries.ended_at': 'Used to delete ended entries.',
  'queue_entries.expires_at': 'Set forward, the user has to join again.',
  'rooms.created_at': shown,
  'migrations.applied_at': shown,
  'room_waits.created_at':
    'After the clock was ahead, a user who has paid there since can be notified that another machine is free.',
  'room_waits.expires_at': 'Set forward, the user has to ask again.',
  'room_waits.next_check_at':
    'Further in the future than a pause, it is due (server/laundry/rooms/notify-available.test.ts).',
  'weekly_mails.due_at':
    'Further in the future than a week, it is reset (server/laundry/weekly-summary/weekly-mails.test.ts).',
  'server_problems.hour':
    'The hour of the problem, and used to delete it. In the future, it is deleted at once.',
  'server_problems.last_at': shown,
  'sessions.created_at': shown,
  'sessions.ended_at': 'keeps a session, and keeps an ended one ended',
  'sessions.expires_at': 'keeps a session, and keeps an ended one ended',
  'sessions.last_seen_at': sweeping,
  'top_ups.created_at': 'settles a pending card payment and a pending refund',
  'top_ups.next_attempt_at': 'settles a pending card payment and a pending refund',
  'top_up_refunds.created_at': 'settles a pending card payment and a pending refund',
  'top_up_refunds.next_attempt_at': 'settles a pending card payment and a pending refund',
  'transactions.created_at': 'counts receipts to a typed address within one day',
  'users.acceptance_requested_at': 'asks a landlord again to accept devices',
  'users.closed_at': 'Only tested for null.',
  'users.created_at': sweeping,
  'users.verified_at': 'lets nothing issued before the verification of an address pay through it',
  'webhook_deliveries.claimed_until':
    'A lease further in the future than its duration counts as expired (server/laundry/webhooks/dispatcher.test.ts).',
  'webhook_deliveries.created_at': 'Displayed, and used to delete deliveries.',
  'webhook_deliveries.next_try_at':
    'Further in the future than a pause, it is due (server/laundry/webhooks/dispatcher.test.ts).',
  'webhook_deliveries.queued_at':
    'Set back, a delivery is retried for longer; set forward, for a shorter time.',
  'webhook_deliveries.tried_at': shown,
  'webhooks.created_at': shown,
  'webhooks.last_failed_at': 'Tested for null, and for failures without a day between.',
  'webhooks.failing_since': 'Set back, the time until a webhook is disabled starts again.',
  'webhooks.old_secret_until': 'Set forward, the old secret expires early; set back, late.',
  'webhooks.rested_at': 'Only tested for null.',
  'failed_attempts.blocked_until': 'does not throttle for failed attempts of another day',
  'failed_attempts.last_failed_at': 'does not throttle for failed attempts of another day',
}

export interface StoredTime {
  table: string
  column: string
}

/** The time columns of the database, by its catalog. */
export async function storedTimes(database: Database): Promise<StoredTime[]> {
  const { rows } = await sql<StoredTime>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type like 'timestamp%'
    order by 1, 2`.execute(database)
  return rows
}
