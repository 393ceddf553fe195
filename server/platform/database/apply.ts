import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { SettingError } from '../config/setting-error.ts'
import type { Database } from './connection.ts'
import { locks } from './locks.ts'
import type { Step } from './steps.ts'

/** Longest wait of payments that queue behind a migration waiting for a table. */
const lockTimeoutMs = 200
/** Pause between tries, in which waiting payments proceed. */
const pauseMs = 800
const turnPauseMs = 100
const lockNotAvailable = '55P03'

/** How long a migration tries to lock its tables. */
export const lockWaitMs = 300_000

/**
 * Runs work on one server at a time. Others poll, because a waiting statement holds a snapshot for whose end
 * `create index concurrently` would wait: a deadlock. The lock belongs to a transaction, which a pooler keeps on one
 * connection, too.
 */
export async function withMigrationLock(
  database: Database,
  work: () => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    for (;;) {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(locks.migration)}) as is_ours`.execute(
        transaction,
      )
      if (rows[0]?.is_ours) break
      await delay(turnPauseMs)
    }
    await work()
  })
}

/** Applies all work or none, with a short lock timeout. */
export async function inTransaction(
  database: Database,
  work: (transaction: Database) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction)
    await work(transaction)
  })
}

/** Retries work while others hold the locks that it needs. */
export async function retryWhileLocked(
  name: string,
  patience: number,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (Date.now() > deadline) {
        throw new SettingError(
          `The migration ${name} could not lock its tables. End long-running work that holds them, such as a dump (see pg_stat_activity), and start again.`,
        )
      }
      await delay(pauseMs)
    }
  }
}

export function applyStep(database: Database, step: Step): Promise<void> {
  if (!step.isTransaction) return applyByItself(database, step)
  return inTransaction(database, async (transaction) => {
    await sql.raw(step.text).execute(transaction)
    await recordStep(transaction, step)
  })
}

export async function recordStep(database: Database, { name, checksum }: Step): Promise<void> {
  await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(database)
}

/** Applies a step outside a transaction. An earlier attempt may have applied a part. */
async function applyByItself(database: Database, step: Step): Promise<void> {
  for (const index of await brokenIndexes(database, step)) {
    await sql`drop index concurrently ${sql.id(index)}`.execute(database)
  }
  await sql.raw(step.text).execute(database)
  const [broken] = await brokenIndexes(database, step)
  if (broken) throw new Error(`${step.name} left the index ${broken} unfinished.`)
  await recordStep(database, step)
}

/** Invalid indexes of an interrupted attempt, which `if not exists` would keep. */
async function brokenIndexes(database: Database, { text }: Step): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = 'public'::regnamespace`.execute(database)
  return rows.map(({ name }) => name).filter((name) => text.includes(name))
}
