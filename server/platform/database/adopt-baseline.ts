import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SettingError } from '../config/setting-error.ts'
import { inTransaction, recordStep } from './apply.ts'
import type { Database } from './connection.ts'
import { renamed, renameObjects } from './renames.ts'
import { baselineName, type Step } from './steps.ts'

/** The last commit before the baseline. Only databases with all of its migrations are adopted. */
const commitBefore = 'f2ae2c90'
const lastBefore = 398
const namesBefore = ['schema', 'baseline']
/** SHA-256 of the names of its migrations, and of their names and checksums. */
const digestOfNames = 'f6a6cf34899c10bd982a35297e10fa9f5058cd690d208754dfeaddc774cc2630'
const digestOfChecksums = '0753af300045fda8a21f0ec452e57b6ec3409e967145da4913cd46a207cd7917'

function isBefore(name: string): boolean {
  const [, number] = /^(\d{3})-.+\.sql$/.exec(name) ?? []
  return namesBefore.includes(name) || (number !== undefined && Number(number) <= lastBefore)
}

function digestOf(lines: readonly string[]): string {
  const text = [...lines].sort().map((line) => `${line}\n`)
  return createHash('sha256').update(text.join('')).digest('hex')
}

/**
 * Replaces the migrations before the baseline in a list of applied ones. `applied` itself if there are none.
 * @throws SettingError if some of them are missing
 */
export function afterAdoption(applied: Map<string, string>, baseline: Step): Map<string, string> {
  const before = [...applied].filter(([name]) => isBefore(name))
  if (before.length === 0) return applied
  if (digestOf(before.map(([name]) => name)) !== digestOfNames) {
    throw new SettingError(
      `This version of Coinless cannot upgrade a database of a version that old. First start commit ${commitBefore}, then this version.`,
    )
  }
  if (digestOf(before.map(([name, checksum]) => `${name} ${checksum}`)) !== digestOfChecksums) {
    throw new Error('Migrations were changed after they had been applied.')
  }
  const others = [...applied].filter(([name]) => !isBefore(name))
  return new Map([[baseline.name, baseline.checksum], ...others])
}

/**
 * The same for the migrations that a backup names.
 * @throws SettingError if some of them are missing
 */
export function namesAfterAdoption(names: readonly string[]): string[] {
  const before = names.filter(isBefore)
  if (before.length === 0) return [...names]
  if (digestOf(before) !== digestOfNames) {
    throw new SettingError(
      `This version of Coinless cannot restore a backup of a version that old. First restore it with commit ${commitBefore}, then start this version on that database.`,
    )
  }
  return [baselineName, ...names.filter((name) => !isBefore(name))]
}

/**
 * A table of a backup from before the baseline, by its names since. undefined: its rows wait in `jobs` since, which no
 * backup contains.
 */
export function tableAfterAdoption(before: { table: string; columns: string[] }) {
  if (before.table === 'report_notices') return undefined
  const table = renamed.tables[before.table] ?? before.table
  const names = renamed.columns[table] ?? {}
  return { table, columns: before.columns.map((name) => names[name] ?? name) }
}

/** The statements of a step, each of which begins at the start of a line. */
function statementsOf({ text }: Step): string[] {
  return text.split(/^(?=create |alter |-- )/m)
}

/** Statements that create functions, triggers and views. Some functions exist, because columns use them. */
function codeOf(baseline: Step): string {
  return statementsOf(baseline)
    .filter((each) => /^create (function|trigger|constraint trigger|view) /.test(each))
    .map((each) => each.replace(/^create function/, 'create or replace function'))
    .join('\n')
}

/** One queue replaces the outboxes of mails and push messages and holds the notifications that wait. */
async function moveWaiting(transaction: Database, baseline: Step): Promise<void> {
  const jobs = statementsOf(baseline).filter((each) =>
    /^(create table|create index|alter table) job/.test(each),
  )
  await sql
    .raw(`${jobs.join('\n')}
      insert into jobs (id, queue, sealed, attempts, due_at, created_at, expires_at)
        select id, 'mails', sealed, tries, next_try_at, created_at, expires_at from mails;
      insert into jobs (id, queue, subject_id, sealed, attempts, due_at, expires_at)
        select id, 'pushes', subscription_id, sealed, tries, next_try_at, expires_at from pushes;
      insert into jobs (queue, kind, subject_id, user_id, due_at, expires_at)
        select 'notifications', kind, cycle_id, user_id, next_try_at, expires_at from notifications
        where told_at is null and expires_at > now();
      insert into jobs (queue, kind, subject_id, user_id, due_at, created_at, expires_at)
        select 'notifications', 'report_' || what, coalesce(answer_id, report_id), user_id, next_look_at, created_at,
          created_at + interval '7 days' from report_notices;
      insert into job_outages (queue, started_at, attempts, next_attempt_at)
        select 'mails', since, tries, next_try_at from mail_outage;
      alter table notifications drop column next_try_at, drop column told_at;
      drop table mails, pushes, mail_outage, report_notices`)
    .execute(transaction)
}

/** One check per table replaces several. */
async function mergeChecks(transaction: Database, baseline: Step): Promise<void> {
  for (const check of statementsOf(baseline)) {
    const [, table] = /^alter table (\w+) add constraint \w+_valid check /.exec(check) ?? []
    if (!table) continue
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where contype = 'c' and conrelid = ${table}::regclass`.execute(transaction)
    const dropped = rows.map(({ name }) => `drop constraint ${name}`)
    await sql.raw(`alter table ${table} ${dropped.join(', ')}; ${check}`).execute(transaction)
  }
}

/** Records the baseline in place of the migrations before it, with its names. Changes no row except those that wait. */
export function adoptBaseline(database: Database, baseline: Step): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await sql`delete from migrations where name = any(${namesBefore}) or name ~ '^\\d{3}-'
      and left(name, 3)::integer <= ${lastBefore}`.execute(transaction)
    await renameObjects(transaction)
    await sql.raw(codeOf(baseline)).execute(transaction)
    await moveWaiting(transaction, baseline)
    await mergeChecks(transaction, baseline)
    await sql`alter table ledger_entries alter id set default time_ordered_uuid()`.execute(
      transaction,
    )
    await sql`alter table starts validate constraint starts_sent`.execute(transaction)
    await allowReversals(transaction, baseline)
    await recordStep(transaction, baseline)
  })
}

/** The check and the index for refunds that fail after they completed. */
async function allowReversals(transaction: Database, baseline: Step): Promise<void> {
  const [check = ''] =
    /^ {2}constraint refunds_completed check \(\n[\s\S]*?^ {2}\)/m.exec(baseline.text) ?? []
  await sql
    .raw(`alter table refunds drop constraint refunds_completed; alter table refunds add ${check}`)
    .execute(transaction)
  const index = statementsOf(baseline).find((each) =>
    each.startsWith('create index ledger_entries_refund_failed'),
  )
  await sql.raw(index ?? '').execute(transaction)
}
