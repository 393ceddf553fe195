import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { tableAfterAdoption } from '../../server/platform/database/adopt-baseline.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { prepareTables } from '../../server/platform/database/migrate.ts'
import { templateDatabase } from '../servers/postgres.ts'
import { compiledBefore, Program } from '../servers/program.ts'
import { catalogOf } from '../support/catalog.ts'
import { password } from '../support/make.ts'
import { ownDatabase } from '../support/own-database.ts'
import { keptTokens, known } from './released/known.ts'
import {
  ask,
  knownDevice,
  releasedDatabase,
  releasedVersions,
  statementsOf,
} from './released/released.ts'

/** Tables that may be empty in a released database: none today. */
const mayBeEmpty: string[] = []

/** Tables that the adoption of a version before 1.0 replaces. */
const moved: Record<string, string> = {
  mails: 'jobs',
  pushes: 'jobs',
  report_notices: 'jobs',
  mail_outage: 'job_outages',
}

/** Versions before 1.0 do not run beside later ones. */
const runsBeside = (version: string) => version !== 'before-1.0'

test('has a database of the last commit before 1.0 and of every version in the changelog', async () => {
  const changelog = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const released = [...changelog.matchAll(/^## (\d\S+) –/gm)].map(([, version]) => version)
  expect(releasedVersions.sort()).toEqual([...released, 'before-1.0'].sort())
})

async function rowsOf(database: Database): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
  `.execute(database)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)}`.execute(database)
    const since = moved[name] ?? tableAfterAdoption({ table: name, columns: [] })?.table ?? name
    counts.set(since, (counts.get(since) ?? 0) + (rows[0]?.count ?? 0))
  }
  return counts
}

describe.each(releasedVersions)('a database of version %s', (version) => {
  test('upgrades to the schema of a new one, keeps rows in every table, and adds up', async () => {
    await using old = await releasedDatabase(version)
    const before = await rowsOf(old.database)
    const empty = [...before].filter(([, count]) => count === 0).map(([name]) => name)
    expect(empty).toEqual(mayBeEmpty)
    await prepareTables(old.url, old.serverUrl)
    const after = await rowsOf(old.database)
    const kept = [...before].map(([name]) => [name, after.get(name)])
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(before))
    expect(await findInconsistencies(old.database)).toEqual([])
    await using made = await ownDatabase(templateDatabase)
    expect(await plainCatalogOf(old.database)).toEqual(await plainCatalogOf(made.database))
  })

  test('keeps its accounts, open tabs, codes and lists working on this version', async () => {
    await using old = await releasedDatabase(version)
    const dataDir = await mkdtemp(join(tmpdir(), 'coinless-update-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: old.serverUrl,
      DATABASE_OWNER_URL: old.url,
      JWT_SECRET: known.secret,
    }
    const program = new Program(settings)
    onTestFinished(() => program.stop())
    await program.start()
    const landlord = await ask(program, '/auth-refresh', {
      body: { refresh_token: keptTokens.landlord },
    })
    expect(landlord.status).toBe(200)
    const tenant = await ask(program, '/auth-login', { body: { email: known.tenant, password } })
    expect(tenant.status).toBe(200)
    const payment = { ...(await knownDevice(old.url)), prepaid_code: known.code }
    const token = tenant.body.session.access_token
    expect(await ask(program, '/payments/prepaid', { body: payment, token })).toMatchObject({
      status: 201,
      body: { remaining_balance: 5 },
    })
    for (const [path, least] of [
      ['/devices', 2],
      ['/prepaid-codes', 1],
      ['/transactions', 2],
      ['/controllers', 1],
    ] as const) {
      const list = await ask(program, path, { token: landlord.body.access_token })
      expect(list.status, path).toBe(200)
      expect(list.body.data.length, path).toBeGreaterThanOrEqual(least)
    }
    await program.stop()
    const env = { ...compiledBefore, PATH: process.env.PATH, ...settings }
    const check = ['server/commands/ledger-check.ts']
    const { stdout } = await promisify(execFile)(process.execPath, check, { env })
    expect(stdout).toBe('The ledger is consistent.\n')
  })

  const testBeside = test.runIf(runsBeside(version))

  testBeside('accepts every statement of servers of its version after the upgrade', async () => {
    await using old = await releasedDatabase(version)
    await prepareTables(old.url, old.serverUrl)
    const failures: string[] = []
    for (const statement of await statementsOf(version)) {
      await sql
        .raw(`prepare theirs as ${statement}`)
        .execute(old.database)
        .then(
          () => sql.raw('deallocate theirs').execute(old.database),
          (error: Error) => failures.push(`${error.message}: ${statement}`),
        )
    }
    expect(failures).toEqual([])
  })

  testBeside('accepts rows without new columns after the upgrade', async () => {
    await using old = await releasedDatabase(version)
    const columns = await columnsOf(old.database)
    const outcomes = async () => {
      const found: Record<string, string> = {}
      for (const [table, names] of columns) {
        found[table] = await copyRow(old.database, table, names)
      }
      return found
    }
    const before = await outcomes()
    await prepareTables(old.url, old.serverUrl)
    expect(await outcomes()).toEqual(before)
  })
})

/** A dump writes parentheses differently. */
async function plainCatalogOf(database: Database): Promise<string[]> {
  return (await catalogOf(database)).map((line) => line.replace(/[()]/g, ''))
}

/** The writable columns of each table. */
async function columnsOf(database: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; names: string[] }>`
    select table_name as table, array_agg(column_name::text) as names
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
      and is_generated = 'NEVER'
    group by table_name`.execute(database)
  return new Map(rows.map(({ table, names }) => [table, names]))
}

/** @returns the constraint that refuses a copy of a row: its key, and none before it */
function copyRow(database: Database, table: string, names: string[]): Promise<string> {
  const columns = sql.join(names.map((name) => sql.ref(name)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${sql.table(table)} limit 1`
    .execute(database)
    .then(
      () => 'written',
      ({ code, column, constraint }) =>
        code === '23505' ? 'its key' : (column ?? constraint ?? code),
    )
}
