import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import * as copy from 'pg-copy-streams'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { SettingError } from '../../platform/config/setting-error.ts'
import { namesAfterAdoption, tableAfterAdoption } from '../../platform/database/adopt-baseline.ts'
import { connect, type Database } from '../../platform/database/connection.ts'
import { migrate, prepareTables } from '../../platform/database/migrate.ts'
import { noTimeouts } from '../../platform/database/pool.ts'
import { makeClient } from '../../platform/database/single-connection.ts'
import { baselineName, knownSteps, type Step } from '../../platform/database/steps.ts'
import { bareTables } from './bare-tables.ts'
import { backupFormat, type Header, type Table, tableEnd } from './format.ts'
import { linesOf } from './lines.ts'
import { expectFinished, markFinished, markUnfinished } from './unfinished.ts'

interface Original {
  steps: Step[]
  nameOf: (table: Table) => Table | undefined
}

/**
 * Loads a backup into an empty database, migrates it and checks the ledger.
 * @throws SettingError if there is data already; or if the backup is from a newer version, truncated or inconsistent,
 * and then no server starts on the database
 */
export async function readBackup(
  { ownerUrl, url }: { ownerUrl: string; url: string },
  input: AsyncIterable<Buffer>,
): Promise<void> {
  const lines = linesOf(input)
  const database = connect(ownerUrl, noTimeouts)
  try {
    await expectEmpty(database)
    await markUnfinished(database)
    const { steps, nameOf } = await readHeader(lines)
    await migrate(database, { steps })
    await load(ownerUrl, lines, nameOf)
    await prepareTables(ownerUrl, url)
    const faults = await findInconsistencies(database)
    if (faults.length > 0) {
      // The database was empty before: remove everything except the mark.
      await database.transaction().execute(async (transaction) => {
        await sql`drop schema public cascade`.execute(transaction)
        await sql`create schema public`.execute(transaction)
        await markUnfinished(transaction)
      })
      throw new SettingError(
        `The backup is inconsistent: ${faults.length} codes or payments have faults.`,
      )
    }
    await sql`analyze`.execute(database)
    await markFinished(database)
  } finally {
    await database.destroy()
  }
}

/**
 * Prevents servers from starting on a database until a backup is restored into it.
 * @throws SettingError if it has data already
 */
export async function markDatabase(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, noTimeouts)
  try {
    await expectEmpty(database)
    await markUnfinished(database)
  } finally {
    await database.destroy()
  }
}

/** @returns the migrations that were applied to the original database, and the present names of its tables */
async function readHeader(lines: AsyncGenerator<Buffer>): Promise<Original> {
  const header: Partial<Header> | null = await nextJson(lines)
  const format = header?.coinless
  if (typeof format !== 'number') throw noBackup()
  if (format > backupFormat) {
    throw new SettingError(
      'The backup is from a newer version of Coinless. Restore it with that version.',
    )
  }
  if (!Array.isArray(header?.migrations)) throw noBackup()
  const applied = namesAfterAdoption(header.migrations)
  const known = await knownSteps()
  const unknown = applied.find((applied) => known.every(({ name }) => name !== applied))
  if (unknown !== undefined) {
    throw new SettingError(
      `The backup is from a newer version of Coinless or from another program: migration ${unknown} is unknown.`,
    )
  }
  return {
    steps: known.filter(({ name }) => applied.includes(name)),
    nameOf: header.migrations.includes(baselineName) ? (table) => table : tableAfterAdoption,
  }
}

/** Loads all tables in one transaction. */
async function load(
  ownerUrl: string,
  lines: AsyncGenerator<Buffer>,
  nameOf: Original['nameOf'],
): Promise<void> {
  const client = makeClient(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    const restoreRules = await bareTables(client)
    for (;;) {
      const next: Partial<Table> & { end?: true } = await nextJson(lines)
      if (next.end) break
      await loadTable(client, nameOf(next as Table), lines)
    }
    await expectEnd(lines)
    await endRestoredSessions(client)
    await restoreRules()
    await client.query('commit')
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      throw new SettingError(`The backup cannot be loaded (${error.message}).`)
    }
    throw error
  } finally {
    await client.end()
  }
}

/** Ends sessions, mailed codes and challenges, because they may have ended since the backup. */
export async function endRestoredSessions(client: pg.Client): Promise<void> {
  await client.query('update sessions set ended_at = now() where ended_at is null')
  // The foreign keys that cascade this deletion are not restored yet.
  await client.query('delete from email_code_attempts')
  await client.query('delete from email_codes')
  await client.query('delete from passkey_challenges')
  // These mails may have been sent since the backup; issuers see the codes as not mailed.
  await client.query('delete from code_mails where sent_at is null')
}

function copyInto(client: pg.Client, { table, columns }: Table) {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return client.query(
    copy.from(`copy public.${client.escapeIdentifier(table)} (${names}) from stdin`),
  )
}

/** @param table undefined: skips its rows */
async function loadTable(
  client: pg.Client,
  table: Table | undefined,
  lines: AsyncGenerator<Buffer>,
): Promise<void> {
  const rows = table ? copyInto(client, table) : new PassThrough().resume()
  const loaded = new Promise((resolve, reject) => {
    rows.once('finish', resolve)
    rows.once('error', reject)
  })
  // The failure is reported where it is awaited; until then it must not count as an unhandled rejection.
  loaded.catch(() => {})
  for (;;) {
    const line = await nextLine(lines)
    if (line.toString('latin1') === tableEnd) break
    if (!rows.write(line)) await Promise.race([once(rows, 'drain'), loaded])
  }
  rows.end()
  await loaded
}

async function expectEmpty(database: Database): Promise<void> {
  const { rows } =
    await sql`select from pg_tables where schemaname = 'public' and tablename = 'users'`.execute(
      database,
    )
  if (rows.length === 0) return
  const someone = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) {
    await expectFinished(database)
    throw new SettingError(
      'The database already has accounts. Restore into a new DATA_DIR or an empty database.',
    )
  }
}

async function nextJson<T>(lines: AsyncGenerator<Buffer>): Promise<T> {
  const line = (await nextLine(lines)).toString('utf8')
  if (!line.endsWith('\n')) throw cutShort()
  try {
    return JSON.parse(line)
  } catch {
    throw noBackup()
  }
}

async function nextLine(lines: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await lines.next().catch((error) => {
    throw unreadable(error)
  })
  if (done) throw cutShort()
  return value
}

/** Reads to the end, because the checksum that gzip verifies follows the last line. */
async function expectEnd(lines: AsyncGenerator<Buffer>): Promise<void> {
  const { done } = await lines.next().catch((error) => {
    throw unreadable(error)
  })
  if (!done) throw noBackup()
}

function noBackup(): SettingError {
  return new SettingError('This file is not a Coinless backup.')
}

function unreadable({ message }: Error): SettingError {
  return new SettingError(`The backup cannot be read (${message}).`)
}

function cutShort(): SettingError {
  return new SettingError('The backup is truncated.')
}
