import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SettingError } from '../config/setting-error.ts'
import { applyStep, inTransaction, recordStep, retryWhileLocked } from './apply.ts'
import type { Database } from './connection.ts'
import { filesOf, type Step, stepOf } from './steps.ts'

/** Migrations that created the tables before `schema/` existed. */
const earlier = [
  '001-accounts.sql',
  '002-devices.sql',
  '003-money.sql',
  '004-resources.sql',
  '005-own-sessions.sql',
  '006-wrong-guesses.sql',
  '007-email-codes.sql',
  '008-audit-trail.sql',
  '009-second-factor.sql',
  '010-call-counts.sql',
  '011-idempotency.sql',
  '012-double-entry.sql',
  '013-cards-and-refunds.sql',
  '014-lists-at-size.sql',
  '015-search.sql',
  '016-search-text.sql',
  '017-users-and-audit-trail-at-size.sql',
  '018-codes-of-ones-own.sql',
  '021-removable-roles.sql',
  '022-search-form.sql',
  '023-known-secret.sql',
  '026-clean-start.sql',
  '027-tries-of-mailed-codes.sql',
  '029-first-answers.sql',
  '030-history-of-codes.sql',
  '031-accepted-landlords.sql',
  '033-whose-card-payments.sql',
  '034-chores-in-batches.sql',
  '035-guesses.sql',
  '037-mail-outbox.sql',
  '038-own-events.sql',
  '041-purpose-of-challenges.sql',
  '042-tallies-in-any-order.sql',
  '043-closed-accounts.sql',
  '046-customers-of-codes.sql',
  '047-device-numbers.sql',
  '049-issued-by-verified.sql',
  '050-power-of-admins.sql',
  '054-kept-refusals.sql',
]
/** SHA-256 of their names and checksums, which detects a changed one. */
const digestOfAll = '134e915b85ac4bab90db30d8877c8bc53c4385ad550ed16d09239ac1dfaa04a1'

/**
 * Removes the suffix 1 from constraint names, which the table has because it was created beside an older one of its
 * name: from keys, and on PostgreSQL 18 from other constraints.
 */
const plainNames = `
  do $$ declare name text; begin
    for name in
      select conname from pg_constraint
      where conrelid = 'ledger_entries'::regclass and conname like '%1'
    loop
      execute format('alter table ledger_entries rename constraint %I to %I', name, rtrim(name, '1'));
    end loop;
  end $$`

/** Step that replaced the 39. */
const firstSchema = '000-schema.sql'
const nameOfFirstSchema = 'schema'

/** Steps before the baseline, in order. */
export async function earlierSteps(): Promise<Step[]> {
  const files = await filesOf('before-baseline')
  return files.map(({ name, text }) =>
    stepOf(name === firstSchema ? nameOfFirstSchema : name, text),
  )
}

/**
 * Replaces the 39 steps with one in the list of steps applied to a database or backup from before the baseline.
 * @throws SettingError if some of the 39 are missing
 */
export function withFirstSchema(names: readonly string[]): string[] {
  const others = names.filter((name) => !earlier.includes(name))
  if (others.length === names.length) return others
  const missing = earlier.find((name) => !names.includes(name))
  if (missing) {
    throw new SettingError(
      `This version of Coinless cannot upgrade the database: migration ${missing} is missing. First start the last version that has server/platform/database/migrations/${earlier.at(-1)}, then this version.`,
    )
  }
  return [nameOfFirstSchema, ...others]
}

/**
 * Takes over a database of earlier versions: applies the missing earlier steps, then records the baseline instead of
 * all of them.
 */
export async function takeOver(
  database: Database,
  baseline: Step,
  patience: number,
): Promise<void> {
  const names = await appliedNames(database)
  if (!names.includes(nameOfFirstSchema) && !names.some((name) => earlier.includes(name))) return
  const [schema, ...later] = await earlierSteps()
  await retryWhileLocked(baseline.name, patience, () =>
    inTransaction(database, (transaction) => putTogether(transaction, schema as Step)),
  )
  const applied = await appliedNames(database)
  for (const step of later) {
    if (!applied.includes(step.name))
      await retryWhileLocked(step.name, patience, () => applyStep(database, step))
  }
  await retryWhileLocked(baseline.name, patience, () =>
    inTransaction(database, async (transaction) => {
      for (const step of [schema as Step, ...later]) await forget(transaction, step)
      await recordStep(transaction, baseline)
    }),
  )
}

async function forget(transaction: Database, { name, checksum }: Step): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from migrations where name = ${name} and checksum = ${checksum}`.execute(transaction)
  if (numAffectedRows !== 1n) {
    throw new Error(`Migration ${name} was changed after it had been applied.`)
  }
}

async function appliedNames(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database)
  return rows.map(({ name }) => name)
}

async function putTogether(transaction: Database, schema: Step): Promise<void> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations where name = any(${earlier}) order by name collate "C"`.execute(
    transaction,
  )
  if (rows.length === 0) return
  withFirstSchema(rows.map(({ name }) => name))
  const lines = rows.map(({ name, checksum }) => `${name} ${checksum}\n`)
  if (createHash('sha256').update(lines.join('')).digest('hex') !== digestOfAll) {
    throw new Error('Migrations were changed after they had been applied.')
  }
  await sql.raw(plainNames).execute(transaction)
  await sql`delete from migrations where name = any(${earlier})`.execute(transaction)
  await recordStep(transaction, schema)
}
