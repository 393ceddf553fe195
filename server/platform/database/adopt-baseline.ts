import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SettingError } from '../config/setting-error.ts'
import { inTransaction, recordStep } from './apply.ts'
import type { Database } from './connection.ts'
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

/** Records the baseline in place of the migrations before it. Changes no row of other tables. */
export function adoptBaseline(database: Database, baseline: Step): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await sql`delete from migrations where name = any(${namesBefore}) or name ~ '^\\d{3}-'
      and left(name, 3)::integer <= ${lastBefore}`.execute(transaction)
    // The only difference to a new database.
    await sql`alter table starts validate constraint starts_sent`.execute(transaction)
    await recordStep(transaction, baseline)
  })
}
