import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { execute, templateDatabase } from '../../../test/servers/postgres.ts'
import { Program } from '../../../test/servers/program.ts'
import { catalogOf } from '../../../test/support/catalog.ts'
import { ownDatabase } from '../../../test/support/own-database.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { writeBackup } from '../../operations/backup/backup.ts'
import { readBackup } from '../../operations/backup/restore.ts'
import { SettingError } from '../config/setting-error.ts'
import type { Database } from './connection.ts'
import { migrate, prepareTables } from './migrate.ts'
import { knownSteps } from './steps.ts'

/**
 * A database of earlier versions, built by 39 migrations instead of `schema/`. Dumped with
 * `pg_dump --inserts` of PostgreSQL 15. All data is made up.
 */
const dump = new URL('../../../test/support/before-schema.sql.gz', import.meta.url)
const jwtSecret = 'a secret of the tests, long enough'
const password = 'password of the tests'
const tenant = 'terry@example.com'
/** Has an authenticator app. */
const landlord = 'lou@example.com'
const app = URI.parse('otpauth://totp/Coinless:lou?secret=JGG3TQ5XLSPNI3Q3S76NJI33RYNJ6GUB') as TOTP
const refresh_token = 'PfC0YJ2SmiQA-EVk950RIubP4bFco16gP5pqA6XxAOk'
const payment = {
  device_id: '143d032a-3deb-4868-bad9-8d856e431ddf',
  amount: 2.5,
  duration: 30,
  prepaid_code: 'ELM-STREET-7742',
}
const answered = {
  key: '0d8a1b52-6f0c-4c80-9f56-2a4be3c8d111',
  transactionId: 'af2cecd4-9d51-4338-a157-1a68544eacc4',
}

const original = await ownDatabase()

beforeAll(async () => {
  await execute(original.url, gunzipSync(await readFile(dump)).toString('utf8'))
  await original.database.destroy()
  return () => original[Symbol.asyncDispose]()
})

/** Names that changed with the baseline. */
const newNames: Record<string, string> = {
  wrong_guesses: 'failed_attempts',
  tallies: 'row_counts',
  tally_changes: 'row_count_changes',
  guesser: 'throttle_key',
  kind: 'facet',
}

/** The rows of each table, sorted, with the names of the baseline. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
  `.execute(database)
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: object }>`
      select row_to_json(row) as row from ${sql.table(name)} as row`.execute(database)
    found[newNames[name] ?? name] = rows.map(({ row }) => inNewNames(row)).sort()
  }
  return found
}

function inNewNames(row: object): string {
  const columns = Object.entries(row)
    // Derived from the balance.
    .filter(([name]) => name !== 'has_balance')
    .map(([name, value]) => [newNames[name] ?? name, value])
  return JSON.stringify(columns.sort()).replaceAll('"takings:', '"revenue:')
}

async function applied(database: Database) {
  return (await sql`select name, checksum from migrations order by name`.execute(database)).rows
}

test('upgrades an old database to the schema of a new one and keeps every row', async () => {
  await using old = await ownDatabase(original.name)
  const rows = await rowsOf(old.database)
  for (const [table, text] of Object.entries(rows)) expect(text, table).not.toEqual([])
  await migrate(old.database, { steps: (await knownSteps()).slice(0, 1) })
  expect(await rowsOf(old.database)).toEqual(rows)
  await prepareTables(old.url, old.serverUrl)
  expect(await findInconsistencies(old.database)).toEqual([])
  await using made = await ownDatabase(templateDatabase)
  expect(await catalogOf(old.database)).toEqual(await catalogOf(made.database))
  expect(await applied(old.database)).toEqual(await applied(made.database))
})

test('starts on an old database with its accounts, sessions and money', async () => {
  await using old = await ownDatabase(original.name)
  // As if it had been used just now.
  await execute(
    old.url,
    `update sessions set expires_at = now() + interval '1 day' where ended_at is null;
    update idempotency_keys set created_at = now()`,
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'coinless-taken-over-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: old.serverUrl,
    DATABASE_OWNER_URL: old.url,
    JWT_SECRET: jwtSecret,
  }
  const program = new Program(settings)
  onTestFinished(() => program.stop())
  await program.start()
  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${program.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const said = (await answer.json()) as { session?: { access_token: string } }
    return { status: answer.status, ...said }
  }
  const signedIn = { status: 200, session: expect.anything() }
  const second_factor = app.generate()
  expect(await ask('/auth-login', { email: landlord, password })).toMatchObject({
    status: 422,
    code: 'second_factor_needed',
  })
  expect(await ask('/auth-login', { email: landlord, password, second_factor })).toMatchObject(
    signedIn,
  )
  expect(await ask('/auth-refresh', { refresh_token })).toMatchObject({ status: 200 })
  expect(await ask('/auth-login', { email: 'gone@example.com', password })).toMatchObject({
    status: 422,
    code: 'wrong_credentials',
  })
  const { session } = await ask('/auth-login', { email: tenant, password })
  const authorization = `Bearer ${session?.access_token}`
  expect(await ask('/payments/prepaid', payment, { authorization })).toMatchObject({
    status: 201,
    remaining_balance: 37.5,
  })
  const again = { authorization, 'idempotency-key': answered.key }
  expect(await ask('/payments/prepaid', payment, again)).toMatchObject({
    status: 201,
    remaining_balance: 42.5,
    transaction: { id: answered.transactionId },
  })
  await program.stop()
  const env = { PATH: process.env.PATH, ...settings }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/commands/ledger-check.ts'],
    {
      env,
    },
  )
  expect(stdout).toBe('The ledger is consistent.\n')
})

test('upgrades an old database once when several servers start together', async () => {
  await using old = await ownDatabase(original.name)
  await Promise.all([1, 2, 3].map(() => migrate(old.database)))
  await using made = await ownDatabase(templateDatabase)
  expect(await applied(old.database)).toEqual(await applied(made.database))
})

test('refuses an old database with missing migrations and says what to do', async () => {
  await using old = await ownDatabase(original.name)
  await execute(old.url, "delete from migrations where name >= '050'")
  const left = await applied(old.database)
  const refused = await migrate(old.database).catch((error) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect(refused.message).toMatch(
    /^This version of Coinless cannot upgrade the database: migration 050-power-of-admins.sql is missing. First start the last version that has .*054-kept-refusals.sql, then this version.$/,
  )
  expect(await applied(old.database)).toEqual(left)
})

test('refuses an old database with changed migrations', async () => {
  await using old = await ownDatabase(original.name)
  await execute(old.url, "update migrations set checksum = 'other' where name = '003-money.sql'")
  await expect(migrate(old.database)).rejects.toThrow('Migrations were changed')
  expect(await applied(old.database)).toHaveLength(39)
})

test('restores a backup of the last version before the baseline and refuses older ones', async () => {
  const written = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(written),
    writeBackup(original.url, written).then(() => written.end()),
  ])
  await using copy = await ownDatabase()
  await readBackup({ ownerUrl: copy.url, url: copy.serverUrl }, Readable.from([bytes]))
  const { rows } = await sql`select remaining_balance from prepaid_codes
    where code = ${payment.prepaid_code}`.execute(copy.database)
  expect(rows).toEqual([{ remaining_balance: '40.00' }])
  await using other = await ownDatabase()
  const older = bytes
    .toString('latin1')
    .replace('"054-kept-refusals.sql"', '"043-closed-accounts.sql"')
  await expect(
    readBackup(
      { ownerUrl: other.url, url: other.serverUrl },
      Readable.from([Buffer.from(older, 'latin1')]),
    ),
  ).rejects.toThrow('migration 054-kept-refusals.sql is missing')
})
