import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * Names of the last commit before 1.0 and their names since, for databases and backups of that commit. Constraints that
 * PostgreSQL named after a table or column follow it.
 */
export const renamed = {
  tables: {
    kept_codes: 'saved_codes',
    code_mail_addresses: 'unrequested_mails',
    email_code_tries: 'email_code_attempts',
    guests_of_networks: 'guests_per_network',
    photos_of_networks: 'photos_per_network',
    made_of_networks: 'creations_per_network',
    mails_of_networks: 'mails_per_network',
    mqtt_speaker: 'mqtt_lease',
    known_secret: 'secret_check',
    notification_choices: 'notification_preferences',
  } as Record<string, string>,
  /** By the new name of their table. */
  columns: {
    users: { asked_to_accept_at: 'acceptance_requested_at' },
    saved_codes: { code_as_kept: 'code_version' },
    email_code_attempts: { tries: 'attempts' },
    guests_per_network: { since: 'window_started_at' },
    photos_per_network: { since: 'window_started_at' },
    creations_per_network: { since: 'window_started_at', made: 'creations' },
    mails_per_network: { since: 'window_started_at' },
    devices: { is_hosted: 'is_publishable' },
    prepaid_codes: {
      has_balance: 'has_remaining_balance',
      entries: 'entry_count',
      entries_before_holder: 'entry_count_at_transfer',
      facts_text: 'customer_search_text',
    },
    code_mails: { what: 'kind', next_look_at: 'due_at', mail_id: 'job_id' },
    card_payments: { asks: 'attempts', next_ask_at: 'next_attempt_at' },
    refunds: { asks: 'attempts', next_ask_at: 'next_attempt_at' },
    top_ups: { asks: 'attempts', next_ask_at: 'next_attempt_at' },
    top_up_refunds: {
      asks: 'attempts',
      next_ask_at: 'next_attempt_at',
      put_back_id: 'reversal_entry_id',
    },
    device_links: {
      not_started_surely: 'not_started_by_device',
      unanswered_at: 'unresponsive_since',
    },
    simulated_controllers: { held_until: 'lease_expires_at' },
    mqtt_lease: { held_until: 'expires_at' },
    cycles: {
      gift: 'manual_refund_amount',
      is_offered: 'is_restart_offered',
      once_for_payer: 'exclusive_payer_id',
      heard_running_at: 'last_running_at',
      asks: 'check_attempts',
      look_at: 'next_check_at',
    },
    alerts: { untold_since: 'notification_pending_since', told_at: 'notified_at' },
    cut_short_alerts: { untold_since: 'notification_pending_since', told_at: 'notified_at' },
    notifications: { about: 'cycle_id' },
    room_waits: { next_look_at: 'next_check_at' },
    weekly_mails: { next_at: 'due_at', told_week: 'last_sent_week' },
    webhooks: { failed_at: 'last_failed_at' },
    webhook_deliveries: { since: 'queued_at' },
    left_behind: { was_in_use: 'was_enabled' },
    bulk_changes: { set_to: 'new_values' },
    bulk_change_rows: { before: 'old_values' },
  } as Record<string, Record<string, string>>,
  indexes: {
    cycles_once_for_payer: 'cycles_exclusive_payer',
    cycles_cut_short: 'cycles_interrupted',
    sessions_over: 'sessions_expiry',
    email_codes_over: 'email_codes_expiry',
    passkey_challenges_over: 'passkey_challenges_expiry',
    notifications_over: 'notifications_expiry',
    webhook_deliveries_over: 'webhook_deliveries_age',
    prepaid_codes_end: 'prepaid_codes_expiry',
    prepaid_codes_facts: 'prepaid_codes_customer_text',
    code_mails_of_day: 'code_mails_user',
    code_mails_mail: 'code_mails_job',
    ledger_entries_of_code: 'ledger_entries_code',
    code_mail_addresses_of_day: 'unrequested_mails_address',
    alerts_untold: 'alerts_pending',
    alerts_told: 'alerts_notified',
    cut_short_alerts_untold: 'cut_short_alerts_pending',
    cut_short_alerts_told: 'cut_short_alerts_notified',
    weekly_mails_next: 'weekly_mails_due',
  } as Record<string, string>,
  constraints: {
    passkey_challenges_whose: 'passkey_challenges_user',
    memberships_of_others: 'memberships_not_self',
    cycles_looked_after: 'cycles_next_check',
  } as Record<string, string>,
  /** Functions that columns, constraints or indexes use. The others are created again. */
  functions: {
    search_form: 'normalize_search_text',
    number_form: 'normalize_device_number',
    closed_name: 'closed_account_email',
    guest_name: 'guest_email',
    sticker_check: 'sticker_check_digit',
  } as Record<string, string>,
}

/** Drops triggers, views and functions, whose bodies have the former names. Functions that columns use stay. */
const dropCode = `do $$ declare statement text; begin
  for statement in
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger where not tgisinternal
    union all select format('drop view %I', viewname) from pg_views where schemaname = 'public'
  loop execute statement; end loop;
  for statement in
    select 'drop function ' || oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where (refclassid, refobjid) = ('pg_proc'::regclass, pg_proc.oid)
        or (classid, objid, deptype) = ('pg_proc'::regclass, pg_proc.oid, 'e'))
  loop execute statement; end loop;
end $$`

/** Renames everything in a database from before 1.0, and drops the code that has other names. Touches no row. */
export async function renameObjects(transaction: Database): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(transaction)
  await run(dropCode)
  for (const [old, name] of Object.entries(renamed.tables)) {
    await run(`alter table ${old} rename to ${name}`)
  }
  for (const [table, columns] of Object.entries(renamed.columns)) {
    for (const [old, name] of Object.entries(columns)) {
      await run(`alter table ${table} rename column ${old} to ${name}`)
    }
  }
  const { rows } = await sql<{ table: string; old: string }>`
    select conrelid::regclass::text as table, conname as old from pg_constraint
    where connamespace = 'public'::regnamespace`.execute(transaction)
  for (const { table, old } of rows) {
    const name = constraintName(table, old)
    if (name !== old) await run(`alter table ${table} rename constraint ${old} to ${name}`)
  }
  for (const [old, name] of Object.entries(renamed.indexes)) {
    await run(`alter index ${old} rename to ${name}`)
  }
  for (const [old, name] of Object.entries(renamed.functions)) {
    await run(`alter function ${old} rename to ${name}`)
  }
}

/** Names that PostgreSQL gives to constraints of a column. */
const kinds = ['check', 'fkey', 'key', 'not_null']

function constraintName(table: string, old: string): string {
  const [before] = Object.entries(renamed.tables).find(([, name]) => name === table) ?? [table]
  const ofTable = old.startsWith(`${before}_`) ? table + old.slice(before.length) : old
  const name = renamed.constraints[old] ?? ofTable
  for (const [column, now] of Object.entries(renamed.columns[table] ?? {})) {
    const kind = kinds.find((each) => name === `${table}_${column}_${each}`)
    if (kind) return `${table}_${now}_${kind}`
  }
  return name
}
