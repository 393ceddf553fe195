import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import * as copy from 'pg-copy-streams'
import { connect, type Database } from '../database/connection.ts'
import { migrate, prepareTables } from '../database/migrate.ts'
import { noTimeouts } from '../database/pool.ts'
import { findFaults } from '../ledger/check.ts'
import { SettingError } from '../setting-error.ts'
import { type Header, type Table, tableEnd } from './format.ts'
import { linesOf } from './lines.ts'

/**
 * Reads a backup into an empty database, brings it up to date and checks the ledger.
 * @throws SettingError when there is data already, or the backup is cut short or does not add up
 */
export async function readBackup(
  { ownerUrl, url }: { ownerUrl: string; url: string },
  input: Readable,
): Promise<void> {
  const lines = linesOf(input)
  const header: Header = await nextJson(lines)
  if (header?.coinless !== 1) throw new SettingError('This is no backup of Coinless.')
  const database = connect(ownerUrl, noTimeouts)
  try {
    await migrate(database, header.migrations)
    await expectEmpty(database)
    await load(ownerUrl, lines)
    await prepareTables(ownerUrl, url)
    const faults = await findFaults(database)
    if (faults.length > 0) {
      // Nothing was there before, and nothing shall be there now.
      await sql`drop schema public cascade`.execute(database)
      await sql`create schema public`.execute(database)
      throw new SettingError(`The backup does not add up: ${faults.length} codes or payments.`)
    }
    await sql`analyze`.execute(database)
  } finally {
    await database.destroy()
  }
}

/** All tables in one transaction, or nothing. */
async function load(ownerUrl: string, lines: AsyncGenerator<Buffer>): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    // Rows are taken as they were: no trigger counts them again, and tables come in any order.
    await client.query('set local session_replication_role = replica')
    for (;;) {
      const next: Partial<Table> & { end?: true } = await nextJson(lines)
      if (next.end) break
      await loadTable(client, next as Table, lines)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function loadTable(
  client: pg.Client,
  { table, columns }: Table,
  lines: AsyncGenerator<Buffer>,
): Promise<void> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(
    copy.from(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`),
  )
  const loaded = new Promise((resolve, reject) => {
    rows.once('finish', resolve)
    rows.once('error', reject)
  })
  for (;;) {
    const line = await nextLine(lines)
    if (line.toString('latin1') === tableEnd) break
    if (!rows.write(line)) await Promise.race([once(rows, 'drain'), loaded])
  }
  rows.end()
  await loaded
}

async function expectEmpty(database: Database): Promise<void> {
  const someone = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) throw new SettingError('There are accounts already. Restore into a new DATA_DIR.')
}

async function nextJson<T>(lines: AsyncGenerator<Buffer>): Promise<T> {
  const line = (await nextLine(lines)).toString('utf8')
  if (!line.endsWith('\n')) throw cutShort()
  try {
    return JSON.parse(line)
  } catch {
    throw new SettingError('This is no backup of Coinless.')
  }
}

async function nextLine(lines: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await lines.next().catch((error) => {
    throw new SettingError(`The backup cannot be read (${error.message}).`)
  })
  if (done) throw cutShort()
  return value
}

function cutShort(): SettingError {
  return new SettingError('The backup is cut short.')
}
