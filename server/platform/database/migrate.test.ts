import { createHook } from 'node:async_hooks'
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { templateDatabase } from '../../../test/servers/postgres.ts'
import { ownDatabase } from '../../../test/support/own-database.ts'
import type { Database } from './connection.ts'
import { isMigrated, migrate } from './migrate.ts'
import { knownSteps, stepOf } from './steps.ts'

const withoutTransaction = '-- without transaction\n'
const index = stepOf(
  '902-index.sql',
  `${withoutTransaction}create unique index concurrently if not exists things_name on things (name)`,
)

async function applied(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

test('applies the schema and every migration to a new database once', async () => {
  await using empty = await ownDatabase()
  const names = (await knownSteps()).map(({ name }) => name)
  for (let start = 0; start < 2; start++) {
    await migrate(empty.database)
    expect(await applied(empty.database)).toEqual(names.sort())
  }
})

test('numbers migrations uniquely, above those before the baseline', async () => {
  const names = readdirSync(new URL('./migrations/', import.meta.url)).filter((name) =>
    name.endsWith('.sql'),
  )
  const numbers = names.map((name) => Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]))
  expect(numbers.filter((number) => !(number > 398))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('checks whether a database is up to date without reading a file', async () => {
  await using made = await ownDatabase(templateDatabase)
  expect(await isMigrated(made.database)).toBe(true)
  let reads = 0
  const watch = createHook({
    init: (_, type) => {
      if (type.startsWith('FS')) reads++
    },
  }).enable()
  for (let times = 0; times < 3; times++) expect(await isMigrated(made.database)).toBe(true)
  watch.disable()
  expect(reads).toBe(0)
})

test('rolls back a failed migration and keeps those before it', async () => {
  await using empty = await ownDatabase()
  const steps = [
    stepOf('900-things.sql', 'create table things (name text)'),
    stepOf('901-broken.sql', "insert into things values ('one'); select 1 / 0"),
  ]
  await expect(migrate(empty.database, { steps })).rejects.toThrow('division by zero')
  expect(await applied(empty.database)).toEqual(['900-things.sql'])
  const { rows } = await sql`select from things`.execute(empty.database)
  expect(rows).toEqual([])
})

test('refuses changed or unknown migrations before it changes anything', async () => {
  await using empty = await ownDatabase()
  const first = stepOf('900-things.sql', 'create table things (name text)')
  const next = stepOf('901-more.sql', 'create table more (name text)')
  await migrate(empty.database, { steps: [first] })
  const changed = stepOf(first.name, 'create table things (name text, size text)')
  await expect(migrate(empty.database, { steps: [changed, next] })).rejects.toThrow(
    'Migration 900-things.sql was changed after it had been applied.',
  )
  await expect(migrate(empty.database, { steps: [next] })).rejects.toThrow(
    'The database is newer than this program: it has 900-things.sql.',
  )
  expect(await applied(empty.database)).toEqual([first.name])
})

test('rebuilds an index that was left invalid', async () => {
  await using empty = await ownDatabase()
  const table = stepOf(
    '900-things.sql',
    "create table things (name text); insert into things values ('one'), ('one')",
  )
  const steps = [table, index]
  await expect(migrate(empty.database, { steps })).rejects.toThrow('could not create unique index')
  const valid = sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = 'things_name'::regclass`
  expect((await valid.execute(empty.database)).rows).toEqual([{ is_valid: false }])
  await sql`delete from things where ctid = '(0,1)'`.execute(empty.database)
  await migrate(empty.database, { steps })
  expect((await valid.execute(empty.database)).rows).toEqual([{ is_valid: true }])
  expect(await applied(empty.database)).toEqual([table.name, index.name])
})

test('starts several servers at once while an index is built concurrently', async () => {
  await using empty = await ownDatabase()
  const rows = `insert into things select 'thing ' || n from generate_series(1, 50000) n`
  const steps = [stepOf('900-things.sql', `create table things (name text); ${rows}`), index]
  await Promise.all([1, 2, 3].map(() => migrate(empty.database, { steps })))
  expect(await applied(empty.database)).toEqual(steps.map(({ name }) => name))
})

test('gives up with a message and no change when it cannot lock its tables', async () => {
  await using empty = await ownDatabase()
  const table = stepOf('900-things.sql', 'create table things (name text)')
  const column = stepOf('901-size.sql', 'alter table things add column size text')
  await migrate(empty.database, { steps: [table] })
  await empty.database.transaction().execute(async (reading) => {
    await sql`select from things`.execute(reading)
    const migrating = migrate(empty.database, { steps: [table, column], patience: 0 })
    await expect(migrating).rejects.toThrow(
      /^The migration 901-size.sql could not lock its tables\./,
    )
  })
  expect(await applied(empty.database)).toEqual([table.name])
})
