import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { templateDatabase } from '../../../test/servers/postgres.ts'
import { ownDatabase } from '../../../test/support/own-database.ts'
import type { Database } from '../../platform/database/connection.ts'
import { writeBackup } from './backup.ts'

const things = ['zz_things', 'zz_others']

/** @returns the backup, after `doing` ran at its first line */
async function backupDuring(url: string, doing: () => Promise<unknown>): Promise<string> {
  const parts: Buffer[] = []
  const output = new Writable({
    highWaterMark: 1,
    write: (part, _, next) => {
      parts.push(part)
      if (parts.length > 1) next()
      else doing().then(() => next(), next)
    },
  })
  await writeBackup(url, output)
  return Buffer.concat(parts).toString()
}

async function makeThings(database: Database) {
  for (const name of things) {
    await sql`create table ${sql.table(name)} (name text)`.execute(database)
    await sql`insert into ${sql.table(name)} select 'thing ' || n from generate_series(1, 3) as n`.execute(
      database,
    )
  }
}

const statements = [
  'alter table zz_things alter name type varchar(99) using upper(name)',
  'truncate zz_things',
  'drop table zz_things',
]

test.each(statements)('backs up each row of its snapshot during: %s', async (text) => {
  await using made = await ownDatabase(templateDatabase)
  await makeThings(made.database)
  const backup = await backupDuring(made.url, async () => {
    const changing = made.database.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = 200`.execute(transaction)
      await sql.raw(text).execute(transaction)
    })
    await expect(changing).rejects.toMatchObject({ code: '55P03' })
  })
  for (const name of things) {
    const rows = '\nthing 1\nthing 2\nthing 3\n\\.\n'
    expect(backup).toContain(`{"table":"${name}","columns":["name"]}${rows}`)
  }
})

test('waits for a running migration and backs up its result', async () => {
  await using made = await ownDatabase(templateDatabase)
  await makeThings(made.database)
  const reading = await made.database.transaction().execute(async (transaction) => {
    await sql`drop table zz_others`.execute(transaction)
    await sql`create table zz_made as select 'made ' || name as name from zz_things`.execute(
      transaction,
    )
    const backup = backupDuring(made.url, async () => {})
    const waits = sql<{ waits: boolean }>`
      select exists (select from pg_locks where not granted and database =
        (select oid from pg_database where datname = current_database())) as waits`
    await expect.poll(async () => (await waits.execute(transaction)).rows[0]?.waits).toBe(true)
    return { backup }
  })
  const backup = await reading.backup
  expect(backup).toContain('{"table":"zz_made","columns":["name"]}\nmade thing 1\n')
  expect(backup).not.toContain('zz_others')
})
