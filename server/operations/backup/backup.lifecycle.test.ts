import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { SystemState } from '@coinless/contract/system.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledBefore, Program } from '../../../test/servers/program.ts'
import { asUsed } from '../../../test/support/used-folder.ts'
import { findInconsistencies } from '../../ledger/entries/check.ts'
import { connect } from '../../platform/database/connection.ts'
import { withEmbedded } from '../embedded-postgres/embedded.ts'
import { linesOf } from './lines.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-backup-'))
const original = join(folder, 'original')
const file = join(folder, 'one.backup')
const account = { email: 'ada@example.com', password: 'ada at the helm' }
const metricsToken = 'metrics-of-the-backups'
const program = new Program({
  DATA_DIR: original,
  RATE_LIMITS: 'off',
  METRICS_TOKEN: metricsToken,
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
})
/** Characters that could break a line-based file. */
const awkward = 'tab\tline\nreturn\r back\\slash \\. \u2028 😀 "quoted"'

async function ask(method: string, path: string, token = '', body?: object) {
  const response = await fetch(`${program.address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as {
    code: string
    session: { access_token: string }
    all: SystemState['all']
  }
}

function run(command: string, args: string[], dataDir: string) {
  const env = { ...compiledBefore, PATH: process.env.PATH, DATA_DIR: dataDir }
  return promisify(execFile)(process.execPath, [`server/commands/${command}.ts`, ...args], { env })
}

/** All that a backup must restore, in a fixed order. */
function contentsOf(dataDir: string) {
  return withEmbedded(dataDir, async (url) => {
    const database = connect(url)
    const [users, codes, entries, resources] = await Promise.all([
      database.selectFrom('users').selectAll().orderBy('id').execute(),
      database.selectFrom('prepaid_codes').selectAll().orderBy('id').execute(),
      database.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
      database.selectFrom('resources').selectAll().orderBy('id').execute(),
    ])
    const faults = await findInconsistencies(database)
    await database.destroy()
    return { users, codes, entries, resources, faults }
  })
}

beforeAll(async () => {
  await mkdir(original)
  await asUsed(original)
  await program.start()
})
afterAll(async () => {
  await program.stop()
  await rm(folder, { recursive: true, force: true })
})

test('restores a backup of a running server with every row', async () => {
  const { session } = await ask('POST', '/auth-login', '', account)
  const token = session.access_token
  await ask('POST', '/api-resources-create', token, { awkward })
  const code = { code: 'ELM-STREET-7742', balance: 100, customer_name: '\\N' }
  await ask('POST', '/prepaid-codes', token, code)
  await run('backup', [file], original)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const expected = await contentsOf(original)
  expect(expected.resources[0]?.document).toEqual({ awkward })
  const copy = join(folder, 'copy')
  const { stdout } = await run('restore', [file], copy)
  expect(stdout).toContain('The ledger is consistent.')
  expect(await contentsOf(copy)).toEqual(expected)
  expect(expected.faults).toEqual([])
})

test('shows the time and size of the last backup file to admins, and its time in metrics', async () => {
  const before = Date.now()
  const other = join(folder, 'other.backup')
  await run('backup', [other], original)
  const { session } = await ask('POST', '/auth-login', '', account)
  const { all } = await ask('GET', '/admin-system', session.access_token)
  const { kept_by, last_file_at, last_file_bytes } = all.backups
  expect([kept_by, last_file_bytes]).toEqual(['files', (await stat(other)).size])
  const at = Date.parse(last_file_at ?? '')
  expect(at).toBeGreaterThanOrEqual(before)
  const gauge = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = await (await fetch(`${program.address}/metrics`, { headers })).text()
    return Number(/^coinless_backup_last_file_timestamp_seconds (.+)$/m.exec(text)?.[1])
  }
  await expect.poll(gauge).toBe(at / 1000)
})

test('leaves one whole file after two concurrent backups to one name', async () => {
  const shared = join(folder, 'shared')
  await mkdir(shared)
  const name = join(shared, 'one.backup')
  const written = await Promise.all([
    run('backup', [name], original),
    run('backup', [name], original),
  ])
  for (const { stdout } of written) expect(stdout).toMatch(/^Wrote \d+ rows to /)
  expect(gunzipSync(await readFile(name)).toString('latin1')).toMatch(/\{"end":true\}\n$/)
  expect(await readdir(shared)).toEqual(['one.backup'])
})

test('backs up a consistent snapshot while codes are issued', async () => {
  const { session } = await ask('POST', '/auth-login', '', account)
  const token = session.access_token
  let isOver = false
  const issuing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { code } = await ask('POST', '/prepaid-codes-generate', token)
      await ask('POST', '/prepaid-codes', token, { code, balance: 5 })
    }
  })
  const busy = join(folder, 'busy.backup')
  await run('backup', [busy], original)
  isOver = true
  await Promise.all(issuing)
  const copy = join(folder, 'busy')
  await run('restore', [busy], copy)
  const { faults, codes } = await contentsOf(copy)
  expect(faults).toEqual([])
  expect(codes.length).toBeGreaterThan(0)
})

describe('a restore is refused without changes', () => {
  async function refused(name: string, dataDir: string) {
    const failure = await run('restore', [join(folder, name)], dataDir).catch((error) => error)
    expect(failure.code).toBe(1)
    return failure.stderr.trim()
  }

  test('if accounts exist already', async () => {
    expect(await refused('one.backup', join(folder, 'copy'))).toBe(
      'The database already has accounts. Restore into a new DATA_DIR or an empty database.',
    )
  })

  test('if the backup is truncated or another file', async () => {
    const dataDir = join(folder, 'empty')
    const text = gunzipSync(await readFile(file))
    await writeFile(join(folder, 'short'), gzipSync(text.subarray(0, -20)))
    expect(await refused('short', dataDir)).toBe('The backup is truncated.')
    await writeFile(join(folder, 'cut'), (await readFile(file)).subarray(0, -20))
    expect(await refused('cut', dataDir)).toMatch(/^The backup cannot be read/)
    // Cuts only the checksum after the rows.
    await writeFile(join(folder, 'unsure'), (await readFile(file)).subarray(0, -4))
    expect(await refused('unsure', dataDir)).toMatch(/^The backup cannot be read/)
    await writeFile(join(folder, 'other'), gzipSync('{"name": "other"}\n'))
    expect(await refused('other', dataDir)).toBe('This file is not a Coinless backup.')
    await run('restore', [file], dataDir)
  })

  test('if the ledger does not add up', async () => {
    const text = gunzipSync(await readFile(file)).toString('utf8')
    await writeFile(
      join(folder, 'wrong'),
      gzipSync(text.replace('\t100.00\t100.00', '\t100.00\t99.00')),
    )
    const dataDir = join(folder, 'wrong-data')
    expect(await refused('wrong', dataDir)).toBe(
      'The backup is inconsistent: 1 codes or payments have faults.',
    )
    await run('restore', [file], dataDir)
  })
})

test('splits lines at line feeds only, in chunks of any size', async () => {
  async function* parts() {
    for (const part of ['a\u2028b', '\nc', '', 'd\n\n', 'e']) yield Buffer.from(part)
  }
  const lines: string[] = []
  for await (const line of linesOf(parts())) lines.push(line.toString())
  expect(lines).toEqual(['a\u2028b\n', 'cd\n', '\n', 'e'])
})
