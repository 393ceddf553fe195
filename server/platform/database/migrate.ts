import { sql } from 'kysely'
import { userOf } from '../config/addresses.ts'
import { LastingError, SettingError } from '../config/setting-error.ts'
import { adoptBaseline, afterAdoption } from './adopt-baseline.ts'
import { applyStep, lockWaitMs, retryWhileLocked, withMigrationLock } from './apply.ts'
import { connect, type Database } from './connection.ts'
import { isDatabaseLost } from './lost-connection.ts'
import { noTimeouts } from './pool.ts'
import { grantServerRights } from './server-rights.ts'
import { knownSteps, type Step } from './steps.ts'

interface Options {
  /** Replaces the steps of this program. */
  steps?: readonly Step[]
  /** How long to wait for locked tables, in milliseconds. */
  patience?: number
}

/**
 * Migrates the database: applies `schema/` to an empty one, then each numbered file of `migrations/` once, in order.
 * Other connections can use the database at the same time.
 * @throws if an applied step was changed or removed, or the database is too old
 */
export async function migrate(
  database: Database,
  { steps, patience = lockWaitMs }: Options = {},
): Promise<void> {
  const all = steps ?? (await knownSteps())
  const migrating = withMigrationLock(database, async () => {
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(database)
    const applied = await appliedChecksums(database)
    const baseline = all[0] as Step
    const adopted = afterAdoption(applied, baseline)
    const missing = missingOf(all, adopted)
    if (adopted !== applied) {
      await retryWhileLocked(baseline.name, patience, () => adoptBaseline(database, baseline))
    }
    for (const step of missing) {
      await retryWhileLocked(step.name, patience, () => applyStep(database, step))
    }
  })
  await migrating.catch((error) => {
    throw stoppedBy(error)
  })
}

/** @throws if an applied step is unknown or was changed */
function missingOf(steps: readonly Step[], applied: Map<string, string>): Step[] {
  const unknown = new Map(applied)
  for (const { name, checksum } of steps) {
    const known = applied.get(name)
    if (known && known !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied.`)
    }
    unknown.delete(name)
  }
  const [other] = unknown.keys()
  if (other) {
    throw new LastingError(
      `The database is newer than this program: it has ${other}. Start the newer program, or restore a backup made by this version.`,
    )
  }
  return steps.filter(({ name }) => !applied.has(name))
}

/** Migrates as the owner of the tables, and grants the rights of a server that uses another user. */
export async function prepareTables(ownerUrl: string, serverUrl: string): Promise<void> {
  const owner = connect(ownerUrl, noTimeouts)
  try {
    await migrate(owner)
    const server = userOf(serverUrl)
    if (server !== userOf(ownerUrl)) await grantServerRights(owner, server)
  } finally {
    await owner.destroy()
  }
}

const insufficientPrivilege = '42501'

/** Turns an error that the operator can fix into a SettingError. */
function stoppedBy(error: Error & { code?: string }): Error {
  const { message, code } = error
  const [, extension] = /"(pg_trgm|btree_gist)"/.exec(message) ?? []
  if (extension) {
    return new SettingError(
      `The database lacks the extension ${extension} (${message}). Install the package postgresql-contrib on the PostgreSQL server, and run as superuser in that database: create extension ${extension}`,
    )
  }
  if (code === insufficientPrivilege) {
    return new SettingError(
      `The database user cannot change its tables (${message}). Make it their owner, or set DATABASE_OWNER_URL to the owner.`,
    )
  }
  if (isDatabaseLost(error)) {
    return new SettingError(`Cannot upgrade the database (${message}).`)
  }
  return error
}

/** Whether all steps of this program are applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [steps, applied] = await Promise.all([knownSteps(), appliedChecksums(database)])
  return steps.every(({ name }) => applied.has(name))
}

async function appliedChecksums(database: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations`.execute(database)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
