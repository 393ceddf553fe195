import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { execute } from '../../../test/servers/postgres.ts'
import { catalogOf } from '../../../test/support/catalog.ts'
import { ownDatabase } from '../../../test/support/own-database.ts'
import { releasedDatabase } from '../../../test/system/released/released.ts'
import { tablesNotRestored, writeBackup } from '../../operations/backup/backup.ts'
import { readBackup } from '../../operations/backup/restore.ts'
import { SettingError } from '../config/setting-error.ts'
import { tableAfterAdoption } from './adopt-baseline.ts'
import type { Database } from './connection.ts'
import { migrate } from './migrate.ts'
import { knownSteps } from './steps.ts'

/** A database of the last commit before the baseline, with rows in every table. */
let original: Awaited<ReturnType<typeof releasedDatabase>>

beforeAll(async () => {
  original = await releasedDatabase('before-1.0')
  await original.database.destroy()
  return () => original[Symbol.asyncDispose]()
})

/** Tables of rows that wait, which one queue replaces. */
const outboxes = ['mails', 'mail_outage', 'pushes', 'report_notices', 'jobs', 'job_outages']

/** Columns of `notifications` that end with the adoption. */
const dropped: unknown[] = ['next_try_at', 'told_at']

/** Rows that a restore ends or deletes. */
const notRestored = [
  ...outboxes,
  ...tablesNotRestored,
  'sessions',
  'email_codes',
  'email_code_attempts',
  'passkey_challenges',
  'code_mails',
]

/** All rows by table, both with their names since 1.0, and the given system columns. */
async function rowsOf(database: Database, place = '', except: string[] = outboxes) {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
  `.execute(database)
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    if (except.includes(name)) continue
    const { rows } = await sql<{ row: object; place: unknown }>`
      select to_jsonb(row) as row, jsonb_build_array(${sql.raw(place)}) as place
      from ${sql.table(name)} as row`.execute(database)
    const columns = Object.keys(rows[0]?.row ?? {})
    const since = tableAfterAdoption({ table: name, columns }) ?? { table: name, columns }
    found[since.table] = rows
      .map(({ row, place }) => {
        const values = Object.values(row)
          .map((value, n) => [since.columns[n], value])
          .filter(([column]) => name !== 'notifications' || !dropped.includes(column))
        return JSON.stringify([place, values.sort()])
      })
      .sort()
  }
  return found
}

async function applied(database: Database) {
  return (await sql`select name, checksum from migrations order by name`.execute(database)).rows
}

async function baselineOnly() {
  return (await knownSteps()).slice(0, 1)
}

async function backupOf(url: string): Promise<Buffer> {
  const written = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(written),
    writeBackup(url, written).then(() => written.end()),
  ])
  return bytes
}

test('adopts a database of the last commit before the baseline without touching a row', async () => {
  await using old = await ownDatabase(original.name)
  const rows = await rowsOf(old.database, 'row.ctid, row.xmin::text, row.xmax::text')
  for (const [table, found] of Object.entries(rows)) expect(found, table).not.toEqual([])
  const steps = await baselineOnly()
  await migrate(old.database, { steps })
  expect(await rowsOf(old.database, 'row.ctid, row.xmin::text, row.xmax::text')).toEqual(rows)
  expect(await applied(old.database)).toEqual(
    steps.map(({ name, checksum }) => ({ name, checksum })),
  )
})

test('moves notifications that wait to the queue, each once', async () => {
  await using old = await ownDatabase(original.name)
  await execute(
    old.url,
    `update notifications set next_try_at = '2026-01-01', expires_at = '2100-01-01';
    insert into notifications select about, 'five_minutes', user_id, next_try_at, '2100-01-01', now() from notifications;
    insert into notifications select about, 'money_back', user_id, next_try_at, now(), null from notifications limit 1;
    insert into report_notices (report_id, what, answer_id, user_id, created_at)
    select report_id, 'answered', answer.id, user_id, '2026-01-02'
    from report_answers as answer join reports on reports.id = report_id limit 1`,
  )
  const before = await sql<{ kind: string; subject: string; user_id: string }>`
    select kind, about as subject, user_id from notifications where kind = 'done'
    union all
    select 'report_' || what, coalesce(answer_id, report_id), user_id from report_notices
    order by 1`.execute(old.database)
  await migrate(old.database)
  const after = await sql`
    select kind, subject_id as subject, user_id from jobs where queue = 'notifications' order by 1`.execute(
    old.database,
  )
  expect(before.rows.map(({ kind }) => kind)).toEqual(['done', 'report_answered', 'report_case'])
  expect(after.rows).toEqual(before.rows)
  const times =
    await sql`select due_at::date::text as due, expires_at::date::text as until from jobs
    where kind in ('done', 'report_answered') order by kind`.execute(old.database)
  expect(times.rows).toMatchObject([
    { due: '2026-01-01', until: '2100-01-01' },
    { until: '2026-01-09' },
  ])
})

test('adopts a database once when several servers start together', async () => {
  await using old = await ownDatabase(original.name)
  await Promise.all([1, 2, 3].map(() => migrate(old.database)))
  const names = (await knownSteps()).map(({ name }) => name)
  const rows = await sql<{ name: string }>`select name from migrations`.execute(old.database)
  expect(rows.rows.map(({ name }) => name).sort()).toEqual(names.sort())
})

test.each([
  ['lacks the newest migration', "delete from migrations where name like '398-%'"],
  ['has the former baseline alone', "delete from migrations where name <> 'baseline'"],
  [
    'has migrations of earlier versions',
    "update migrations set name = 'schema' where name = 'baseline'",
  ],
])('says which version to start first on a database that %s', async (_, change) => {
  await using old = await ownDatabase(original.name)
  await execute(old.url, change)
  const left = await applied(old.database)
  const refused = await migrate(old.database).catch((error) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect(refused.message).toBe(
    'This version of Coinless cannot upgrade a database of a version that old. First start commit f2ae2c90, then this version.',
  )
  expect(await applied(old.database)).toEqual(left)
})

test.each([
  ["update migrations set checksum = 'other' where name = 'baseline'", 'Migrations were changed'],
  ["insert into migrations values ('999-next.sql', '')", 'it has 999-next.sql.'],
])('adopts no database after %s', async (change, message) => {
  await using old = await ownDatabase(original.name)
  await execute(old.url, change)
  const left = await applied(old.database)
  await expect(migrate(old.database)).rejects.toThrow(message)
  expect(await applied(old.database)).toEqual(left)
})

test('restores a backup of the last commit before the baseline', async () => {
  await using old = await ownDatabase(original.name)
  await using program = await ownDatabase(original.name)
  // The program of that commit leaves them out, too.
  await execute(program.url, 'drop table mails, mail_outage, pushes')
  const backup = await backupOf(program.url)
  await using copy = await ownDatabase()
  await readBackup({ ownerUrl: copy.url, url: copy.serverUrl }, Readable.from([backup]))
  await migrate(old.database)
  expect(await rowsOf(copy.database, '', notRestored)).toEqual(
    await rowsOf(old.database, '', notRestored),
  )
  expect(await applied(copy.database)).toEqual(await applied(old.database))
})

test('says which version restores an older backup', async () => {
  const backup = (await backupOf(original.url)).toString('latin1')
  const older = backup.replace(/,"398-[^"]+"/, '')
  expect(older).not.toBe(backup)
  await using copy = await ownDatabase()
  const restoring = readBackup(
    { ownerUrl: copy.url, url: copy.serverUrl },
    Readable.from([Buffer.from(older, 'latin1')]),
  )
  const refused = await restoring.catch((error) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect(refused.message).toBe(
    'This version of Coinless cannot restore a backup of a version that old. First restore it with commit f2ae2c90, then start this version on that database.',
  )
})

test('adopts a database with the schema of a new one', async () => {
  await using old = await ownDatabase(original.name)
  await using made = await ownDatabase()
  await migrate(old.database)
  await migrate(made.database)
  // A dump writes parentheses differently.
  const plain = (lines: string[]) => lines.map((line) => line.replace(/[()]/g, ''))
  expect(plain(await catalogOf(old.database))).toEqual(plain(await catalogOf(made.database)))
})
