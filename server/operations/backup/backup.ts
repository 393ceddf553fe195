import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import * as copy from 'pg-copy-streams'
import { makeClient } from '../../platform/database/single-connection.ts'
import { backupFormat, type Header, type Table, tableEnd } from './format.ts'

const undefinedTable = '42P01'

/**
 * Writes all rows of the tables in a backup from one snapshot, while others continue to write.
 * @param url of a user who may read all tables
 * @returns the number of rows
 */
export async function writeBackup(url: string, output: Writable): Promise<number> {
  const client = makeClient(url)
  await client.connect()
  try {
    const tables = await beginWithAll(client)
    const { rows: migrations } = await client.query('select name from migrations order by name')
    const header: Header = {
      coinless: backupFormat,
      migrations: migrations.map(({ name }) => name),
    }
    await write(output, `${JSON.stringify(header)}\n`)
    let count = 0
    for (const table of tables) {
      await write(output, `${JSON.stringify(table)}\n`)
      const names = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const rows = client.query(
        copy.to(`copy ${client.escapeIdentifier(table.table)} (${names}) to stdout`),
      )
      for await (const part of rows) await write(output, part)
      await write(output, tableEnd)
      count += rows.rowCount
    }
    await write(output, '{"end":true}\n')
    await client.query('commit')
    return count
  } finally {
    await client.end()
  }
}

/**
 * Begins a snapshot with all tables locked. Otherwise a table that a migration rewrites, or that is truncated, after
 * the snapshot would silently appear empty.
 */
async function beginWithAll(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const held = (await tablesOf(client)).map(({ table }) => table)
    const names = held.map((table) => `public.${client.escapeIdentifier(table)}`).join(', ')
    await client.query('begin isolation level repeatable read read only')
    // The snapshot is taken by the first statement after LOCK TABLE.
    const isThere = await client.query(`lock table ${names} in access share mode`).then(
      () => true,
      (error) => {
        if (error.code !== undefinedTable) throw error
        return false
      },
    )
    if (isThere) {
      const tables = await tablesOf(client)
      if (tables.every(({ table }) => held.includes(table))) return tables
    }
    // A concurrent migration has created or dropped tables.
    await client.query('rollback')
  }
}

async function write(output: Writable, part: string | Buffer) {
  if (!output.write(part)) await once(output, 'drain')
}

/**
 * Tables that stay empty in a restored database: pending mails and notifications were sent in the original one, and the
 * last backup file belongs to it.
 */
export const tablesNotRestored = [
  'jobs',
  'job_outages',
  'notifications',
  'webhook_deliveries',
  'last_backup_file',
]

/** Without generated columns, which cannot be written, and without the list of migrations, which a restore creates. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(
    `
    select t.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and t.table_name <> all ($1) and c.is_generated = 'NEVER'
    group by t.table_name order by t.table_name`,
    [['migrations', ...tablesNotRestored]],
  )
  return rows
}
