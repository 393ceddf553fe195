import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import { SettingError } from '../setting-error.ts'
import { userOf } from './addresses.ts'
import { connect, type Database } from './connection.ts'
import { locks } from './locks.ts'
import { isDatabaseLost } from './lost.ts'
import { noTimeouts } from './pool.ts'
import { grantServerRights } from './server-rights.ts'
import type { Tables } from './tables.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the database to the newest schema: every numbered file of `migrations/` once, in order,
 * all in one transaction.
 * @param names only these, to get to the schema of an older program
 * @throws when a file that has been applied was changed or removed since.
 */
export async function migrate(database: Database, names?: readonly string[]): Promise<void> {
  const migrating = database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(locks.migration)})`.execute(transaction)
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(transaction)
    const applied = await appliedMigrations(transaction)
    for (const { name, text, checksum } of await migrationFiles()) {
      if (names && !names.includes(name)) continue
      const known = applied.get(name)
      applied.delete(name)
      if (known === checksum) continue
      if (known) throw new Error(`Migration ${name} was changed after it had been applied.`)
      await sql.raw(text).execute(transaction)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(
        transaction,
      )
    }
    const [unknown] = applied.keys()
    if (unknown) {
      throw new SettingError(
        `The database is newer than this program: it has ${unknown}. Start the newer program, or restore a backup of this one.`,
      )
    }
  })
  await migrating.catch((error) => {
    throw stoppedBy(error)
  })
}

/** Brings the tables up to date as their owner, for a server that may work as another user. */
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

/** What stands in the way is a sentence where somebody can do something about it. */
function stoppedBy(error: Error & { code?: string }): Error {
  const { message, code } = error
  if (message.includes('"pg_trgm"')) {
    return new SettingError(
      `The database lacks the extension pg_trgm (${message}). Install the package postgresql-contrib beside PostgreSQL, and let its superuser run in that database: create extension pg_trgm`,
    )
  }
  if (code === insufficientPrivilege) {
    return new SettingError(
      `The user of the database may not make its tables (${message}). Make it their owner, or name the owner in DATABASE_OWNER_URL.`,
    )
  }
  if (isDatabaseLost(error)) {
    return new SettingError(`The database cannot be brought up to date (${message}).`)
  }
  return error
}

/** Of these names those that this program has no migration for. */
export async function unknownMigrations(names: readonly unknown[]): Promise<unknown[]> {
  const known = new Set<unknown>((await migrationFiles()).map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** True when every migration of this program has been applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [files, applied] = await Promise.all([migrationFiles(), appliedMigrations(database)])
  return files.every(({ name }) => applied.has(name))
}

async function appliedMigrations(database: Database | Transaction<Tables>) {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations`.execute(database)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function migrationFiles() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
