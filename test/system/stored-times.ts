import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/connection.ts'

const shown = 'Only shown, and the order of lists.'
const byClock =
  'A cycle goes by the clock: set ahead it ends early, set back its times go back, too (server/payments/cycles/set-back.test.ts).'
const lease =
  'One that lies further ahead than a lease is long is over (server/machines/simulated/simulator.test.ts).'
const sweeping = 'Shown, and when a guest that nobody uses is swept.'
const toldAtOnce =
  'One that lies ahead counts as long ago: the owner is told a few minutes early (server/notifications/alerts).'

/**
 * Each stored time: the claim of stored-times.test.ts that tests it, or a sentence that says why nothing
 * waits for it.
 */
export const dueTimes: Record<string, string> = {
  'alerts.ended_at': 'When an alert that is over is forgotten.',
  'alerts.since': shown,
  'alerts.told_at': toldAtOnce,
  'alerts.untold_since': toldAtOnce,
  'api_keys.last_used_at': shown,
  'audit_events.created_at': shown,
  'authenticators.last_step': 'a code of an authenticator app is good',
  'authenticators.confirmed_at': 'Whether, not when.',
  'authenticators.created_at': shown,
  'bulk_changes.applied_at':
    'Set back, a change of many can be undone for longer; set ahead, for less long.',
  'bulk_changes.created_at': 'When a change of many is forgotten.',
  'call_counts.started_at': 'calls are not refused for those of another minute',
  'card_payments.created_at': 'a card payment and a refund that are pending come to their end',
  'card_payments.next_ask_at': 'a card payment and a refund that are pending come to their end',
  'code_batches.created_at': shown,
  'code_batches.expires_at': 'Only shown: each code has an end of its own.',
  'code_mail_addresses.created_at': 'mails to a customer of codes are those of one day',
  'code_mails.created_at': 'mails to a customer of codes are those of one day',
  'code_mails.next_look_at': 'mails to a customer of codes are those of one day',
  'code_mails.sent_at': 'Whether, not when.',
  'controller_events.created_at': shown,
  'controller_presence.connected_at': shown,
  'controller_presence.heard_at':
    'Expires: one that lies ahead counts for nothing until the controller is heard again.',
  'controllers.created_at': shown,
  'controllers.deleted_at': 'Whether, not when.',
  'cut_short_alerts.ended_at': 'When an alert that is over is forgotten.',
  'cut_short_alerts.since': shown,
  'cut_short_alerts.told_at': toldAtOnce,
  'cut_short_alerts.untold_since': toldAtOnce,
  'cycles.created_at': shown,
  'cycles.ended_at': shown,
  'cycles.ends_at': byClock,
  'cycles.heard_running_at': byClock,
  'cycles.idle_since': byClock,
  'cycles.look_at': byClock,
  'cycles.run_since': byClock,
  'device_links.created_at':
    'Only compared with the cycles of the link, and with cards that are held: set back, they are let go.',
  'device_links.doubted_at': 'Whether, not when.',
  'device_links.out_of_order_at': 'Whether, not when.',
  'device_links.blocked_since': shown,
  'device_links.unanswered_at': shown,
  'losses.created_at': shown,
  'mqtt_speaker.held_until': lease,
  'simulated_controllers.held_until': lease,
  'starts.answered_at': shown,
  'starts.created_at': shown,
  'starts.deadline': byClock,
  'starts.sent_at':
    'Set ahead, a run whose start was not answered counts as none of it, and the money goes back.',
  'devices.created_at': shown,
  'devices.deleted_at': 'Whether, not when.',
  'devices.landlord_accepted_at': 'Whether, not when.',
  'devices.updated_at': shown,
  'email_codes.created_at': 'a code is mailed again, and is good',
  'email_codes.expires_at': 'a code is mailed again, and is good',
  'made_of_networks.since':
    'One that lies ahead counts for nothing: a day begins (server/sessions/account/quotas.test.ts).',
  'guests_of_networks.since':
    'One that lies ahead counts for nothing: a day begins (server/accounts/guests/guests.test.ts).',
  'idempotency_keys.created_at': 'a call that is sent again with its key is not done twice',
  'left_behind.created_at': shown,
  'ledger_entries.created_at': 'a code that ended under the wrong clock gets back what it lost',
  'last_backup_file.written_at':
    'Shown, and whether backups are kept. One that lies ahead counts as none (server/operations/system/system.test.ts).',
  'mail_outage.next_try_at': 'a mail that waits leaves once the mail server is back',
  'mail_outage.since': shown,
  'mails.created_at': shown,
  'mails.expires_at':
    'Expires. While the mail server fails and the clock goes ahead, mails are given up early, which the log says.',
  'mails.next_try_at': 'a mail that waits leaves once the mail server is back',
  'notifications.expires_at':
    'Expires. Set ahead, what waits for the end of quiet hours is not told.',
  'notifications.next_try_at':
    'One that lies ahead by more than a pause is due (server/notifications/preferences/notifications.test.ts).',
  'notifications.told_at': 'Whether, not when.',
  'passkey_challenges.expires_at': 'Another challenge is asked for at each try.',
  'passkeys.created_at': shown,
  'passkeys.last_used_at': shown,
  'prepaid_codes.created_at': 'what was issued before an address was verified pays nowhere by it',
  'prepaid_codes.deleted_at': 'Whether, not when.',
  'prepaid_codes.expires_at': 'a code that ended under the wrong clock gets back what it lost',
  'push_subscriptions.created_at': 'Only the order of those of one account.',
  'push_subscriptions.last_sent_at': shown,
  'pushes.expires_at':
    'Expires. Set ahead while a push service fails, notifications are given up early, which the log says.',
  'pushes.next_try_at':
    'One that lies ahead by more than a pause is due (server/notifications/push/push.test.ts).',
  'refresh_tokens.created_at': shown,
  'refresh_tokens.replaced_at': 'a session goes on, and one that has ended does not',
  'refunds.completed_at': shown,
  'refunds.created_at': 'a card payment and a refund that are pending come to their end',
  'refunds.next_ask_at': 'a card payment and a refund that are pending come to their end',
  'photos_of_networks.since':
    'One that lies ahead counts for nothing: a day begins (server/machines/reports/photos.test.ts).',
  'report_answers.created_at': shown,
  'report_cases.done_at': 'Whether, and when a case that is done is forgotten.',
  'report_cases.reported_at': shown,
  'report_photos.created_at': shown,
  'report_notices.created_at': 'When what was not told is forgotten.',
  'report_notices.next_look_at':
    'One that lies ahead by more than a pause is due (server/machines/reports/notify.test.ts).',
  'reports.created_at':
    'A time in the future counts for no limit. After the clock was ahead, a user can report as much as on another day.',
  'reports.done_at': 'Whether, not when.',
  'resources.created_at': shown,
  'mails_of_networks.since':
    'One that lies ahead counts for nothing: a day begins (server/sessions/account/codes-of-networks.test.ts).',
  'memberships.created_at': shown,
  'memberships.invited_at':
    'Expires: an invitation that lies ahead is good, and for longer (server/accounts/staff/invitation.ts).',
  'memberships.joined_at': 'Whether, not when.',
  'migrations.applied_at': shown,
  'room_waits.created_at':
    'After the clock was ahead, a user who has paid there since can be notified that another machine is free.',
  'room_waits.expires_at': 'Expires; set ahead, the user has to ask again.',
  'room_waits.next_look_at':
    'One that lies ahead by more than a pause is due (server/laundry/rooms/tell-free.test.ts).',
  'weekly_mails.next_at':
    'One that lies ahead by more than a week is reset (server/laundry/weekly-summary/weekly-mails.test.ts).',
  'server_problems.hour':
    'Of which hour it is, and when it is forgotten. One that lies ahead is forgotten at once.',
  'server_problems.last_at': shown,
  'sessions.created_at': shown,
  'sessions.ended_at': 'a session goes on, and one that has ended does not',
  'sessions.expires_at': 'a session goes on, and one that has ended does not',
  'sessions.last_seen_at': sweeping,
  'top_ups.created_at': 'a card payment and a refund that are pending come to their end',
  'top_ups.next_ask_at': 'a card payment and a refund that are pending come to their end',
  'top_up_refunds.created_at': 'a card payment and a refund that are pending come to their end',
  'top_up_refunds.next_ask_at': 'a card payment and a refund that are pending come to their end',
  'transactions.created_at': 'counts receipts to a typed address within one day',
  'users.asked_to_accept_at': 'a landlord is asked again to accept devices',
  'users.closed_at': 'Whether, not when.',
  'users.created_at': sweeping,
  'users.verified_at': 'what was issued before an address was verified pays nowhere by it',
  'webhook_deliveries.claimed_until':
    'One that lies further ahead than a lease is over (server/laundry/webhooks/dispatcher.test.ts).',
  'webhook_deliveries.created_at': 'Shown, and when a delivery is forgotten.',
  'webhook_deliveries.next_try_at':
    'One that lies ahead by more than a pause is due (server/laundry/webhooks/dispatcher.test.ts).',
  'webhook_deliveries.since': 'Set back, a delivery is tried for longer; set ahead, shorter.',
  'webhook_deliveries.tried_at': shown,
  'webhooks.created_at': shown,
  'webhooks.failed_at': 'Whether, and whether a receiver fails without a day between.',
  'webhooks.failing_since': 'Set back, the time until a receiver is put to rest begins again.',
  'webhooks.old_secret_until':
    'Set ahead, the secret before stops to count early; set back, later.',
  'webhooks.rested_at': 'Whether, not when.',
  'failed_attempts.blocked_until': 'nobody waits for failed attempts of another day',
  'failed_attempts.last_failed_at': 'nobody waits for failed attempts of another day',
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
