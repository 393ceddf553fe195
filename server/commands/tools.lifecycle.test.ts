import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl, execute, query } from '../../test/servers/postgres.ts'
import { compiledBefore, Program } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'
import { withEmbedded } from '../operations/embedded-postgres/embedded.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-tools-'))
const original = join(folder, 'original')
const file = join(folder, 'one.backup')
const account = { email: 'ada@example.com', password: 'ada at the helm' }
const server = inject('postgresUrl')
/** Owns a database and is no superuser, as after `createdb` of the README. */
const owner = 'coinless_test_tools'
const outside = new URL(databaseUrl(server, owner))
outside.username = owner
const password = 'p@ss/w#rd'
// The URL percent-encodes it, as the README says.
outside.password = password

/** As on a disk that hangs: no file gets its name. */
const neverRenaming = `import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
fs.rename = () => new Promise((done) => setTimeout(done, 1e9))
syncBuiltinESMExports()`

function run(command: string, args: string[], settings: Record<string, string>) {
  const env = { ...compiledBefore, PATH: process.env.PATH, ...settings }
  return promisify(execFile)(process.execPath, [`server/commands/${command}.ts`, ...args], { env })
}

/** The message of a failed tool. */
async function refusal(command: string, args: string[], settings: Record<string, string>) {
  const failure = await run(command, args, settings).catch((error) => error)
  expect(failure.code).toBe(1)
  return failure.stderr.trim()
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

beforeAll(async () => {
  await mkdir(original)
  await asUsed(original)
  const program = new Program({
    DATA_DIR: original,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  })
  await program.start()
  async function call(method: string, path: string, body: object, token = '') {
    const answer = await fetch(`${program.address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { session: { access_token: string } }
  }
  const { session } = await call('POST', '/auth-login', account)
  const code = { code: 'ELM-STREET-7742', balance: 100 }
  await call('POST', '/prepaid-codes', code, session.access_token)
  const { email } = account
  await call('POST', '/password-resets', { email })
  const wrong = { email, code: 'WRNG-C0DE', new_password: 'another person at the helm' }
  await call('PUT', '/password-resets', wrong)
  await program.stop()
  await run('backup', [file], { DATA_DIR: original })
  await execute(server, `create role ${owner} login password '${password}'`)
  await execute(server, `create database ${owner} owner ${owner}`)
})

afterAll(async () => {
  await execute(server, `drop database ${owner} with (force)`)
  await execute(server, `drop role ${owner}`)
  await rm(folder, { recursive: true, force: true })
})

test('moves from the embedded to an external database and back without loss', async () => {
  const settings = { DATABASE_URL: outside.href, DATA_DIR: join(folder, 'unused') }
  const { stdout } = await run('restore', [file], settings)
  expect(stdout).toContain('the database of DATABASE_URL. The ledger is consistent.')
  const codes = 'select code, balance, remaining_balance from prepaid_codes'
  const expected = [{ code: 'ELM-STREET-7742', balance: '100.00', remaining_balance: '100.00' }]
  expect(await query(outside.href, codes)).toEqual(expected)
  // As in deploy/compose.yaml, where the password is not in the URL.
  const withoutPassword = new URL(outside)
  withoutPassword.password = ''
  const composed = { DATABASE_URL: withoutPassword.href, PGPASSWORD: password }
  const { stdout: sum } = await run('ledger-check', [], composed)
  expect(sum).toBe('The ledger is consistent.\n')

  const again = join(folder, 'outside.backup')
  expect((await run('backup', [again], settings)).stdout).toMatch(/^Wrote \d+ rows to .*\n$/)
  const copy = join(folder, 'back')
  await run('restore', [again], { DATA_DIR: copy })
  expect(await withEmbedded(copy, (url) => query(url, codes))).toEqual(expected)
  expect(await isThere(join(folder, 'unused'))).toBe(false)
  // The constraints lifted for the rows hold again.
  await expect(execute(outside.href, 'update prepaid_codes set balance = 1')).rejects.toThrow()
  await expect(
    execute(
      outside.href,
      'insert into sessions (user_id, expires_at) values (gen_random_uuid(), now())',
    ),
  ).rejects.toThrow(/foreign key/)
})

test('records the time and size of a backup file, and none after a restore', async () => {
  const noted =
    'select bytes::integer, now() - written_at < $$1 hour$$ as is_new from last_backup_file'
  const known = [{ bytes: (await stat(file)).size, is_new: true }]
  expect(await withEmbedded(original, (url) => query(url, noted))).toEqual(known)
  const again = join(folder, 'again.backup')
  await run('backup', [again], { DATA_DIR: original })
  const copy = join(folder, 'noted')
  await run('restore', [again], { DATA_DIR: copy })
  expect(await withEmbedded(copy, (url) => query(url, noted))).toEqual([])
})

test.each([
  ['takes no writes', `alter role ${owner} set default_transaction_read_only = on`, /read-only/],
  ['is of a version before', 'drop table last_backup_file', /does not exist/],
])(
  'backs up a database that %s, and warns that the backup is not recorded',
  async (title, change, why) => {
    const name = `coinless_test_${title.split(' ')[0]}`
    const url = new URL(outside)
    url.pathname = name
    await execute(server, `create database ${name} owner ${owner}`)
    const settings = { DATABASE_URL: url.href, DATA_DIR: join(folder, 'unused') }
    await run('restore', [file], settings)
    await execute(databaseUrl(server, name), change)
    const target = join(folder, `${name}.backup`)
    const { stdout } = await run('backup', [target], settings)
    const [written, unnoted, ...rest] = stdout.trim().split('\n')
    expect(written).toMatch(/^Wrote \d+ rows to /)
    expect(unnoted).toMatch(/^The database could not record this backup, so admins do not see it/)
    expect(unnoted).toMatch(why)
    expect(rest).toEqual([])
    expect(gunzipSync(await readFile(target)).toString('latin1')).toMatch(/\{"end":true\}\n$/)
    await execute(server, `alter role ${owner} reset default_transaction_read_only`)
    await execute(server, `drop database ${name} with (force)`)
  },
  60_000,
)

test('encrypts a backup with BACKUP_KEY_FILE and restores it with that key only', async () => {
  const keys = ['key', 'another-key'].map((name) => join(folder, name))
  for (const key of keys) await writeFile(key, `${key} of the tests, which is long enough\n`)
  const [key = '', another = ''] = keys
  const written = join(folder, 'sealed.backup')
  const sealed = join(folder, 'renamed-sealed.backup')
  await run('backup', [written], { DATA_DIR: original, BACKUP_KEY_FILE: key })
  await rename(written, sealed)
  const content = await readFile(sealed)
  expect(content.toString('latin1')).toMatch(/^COINLESS BACKUP 1 SEALED\n/)
  const copy = join(folder, 'opened')
  const refused = (name: string, BACKUP_KEY_FILE: string) =>
    refusal('restore', [name], { DATA_DIR: copy, BACKUP_KEY_FILE })
  expect(await refused(sealed, '')).toMatch(/is encrypted. Set BACKUP_KEY_FILE/)
  expect(await refused(sealed, another)).toMatch(/a key other than/)
  expect(await refused(file, key)).toMatch(/is not encrypted/)
  const altered = join(folder, 'altered.backup')
  content.writeUInt8(content.readUInt8(content.length - 99) ^ 1, content.length - 99)
  await writeFile(altered, content)
  expect(await refused(altered, key)).toMatch(/was altered/)
  await run('restore', [sealed], { DATA_DIR: copy, BACKUP_KEY_FILE: key })
  const codes = 'select code from prepaid_codes'
  const found = await withEmbedded(copy, (url) => query(url, codes))
  expect(found).toEqual([{ code: 'ELM-STREET-7742' }])
})

// id: tools-1
test('ends all sessions and mailed secrets at a restore', async () => {
  const copy = join(folder, 'sessions')
  await run('restore', [file], { DATA_DIR: copy })
  const rows = await withEmbedded(copy, (url) =>
    query(
      url,
      `select count(*) as all, count(ended_at) as ended, (select count(*) from email_codes) as mailed
      from sessions`,
    ),
  )
  expect(rows).toEqual([{ all: '1', ended: '1', mailed: '0' }])
})

describe('fails with one sentence and leaves nothing:', () => {
  test('a mistyped DATA_DIR', async () => {
    const typo = join(folder, 'orignal')
    for (const [command, args] of [
      ['backup', [join(folder, 'typo.backup')]],
      ['ledger-check', []],
    ] as const) {
      expect(await refusal(command, [...args], { DATA_DIR: typo })).toBe(
        `DATA_DIR ${typo} contains no Coinless database. Correct DATA_DIR.`,
      )
    }
    expect(await isThere(typo)).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('typo'))).toEqual([])
  })

  test('a backup into a missing folder', async () => {
    const target = join(folder, 'missing', 'one.backup')
    expect(await refusal('backup', [target], { DATA_DIR: original })).toBe(
      `The backup cannot be written to ${target} (ENOENT). Name a file in an existing folder that you can write to and that has space.`,
    )
    expect(await isThere(join(original, 'database', 'postmaster.pid'))).toBe(false)
  })

  test('a restore of a missing file', async () => {
    const dataDir = join(folder, 'never')
    const missing = join(folder, 'missing.backup')
    expect(await refusal('restore', [missing], { DATA_DIR: dataDir })).toBe(
      `The backup ${missing} cannot be read (ENOENT). Name an existing file.`,
    )
    expect(await refusal('restore', [], { DATA_DIR: dataDir })).toBe(
      'Name a file: npm run restore -- <file>.',
    )
    expect(await isThere(dataDir)).toBe(false)
  })

  test.each([
    ['of a newer format', '{"coinless":2}', /is from a newer version of Coinless/],
    [
      'with an unknown migration',
      '{"coinless":1,"migrations":["999-next.sql"]}',
      /migration 999-next.sql is unknown/,
    ],
    ['of something else', 'null', /^This file is not a Coinless backup\.$/],
  ])('a backup %s', async (_, header, sentence) => {
    const name = join(folder, 'odd.backup')
    await writeFile(name, gzipSync(`${header}\n`))
    expect(await refusal('restore', [name], { DATA_DIR: join(folder, 'odd') })).toMatch(sentence)
  })

  test('a backup with unknown tables', async () => {
    const text = gunzipSync(await readFile(file)).toString('latin1')
    const name = join(folder, 'renamed.backup')
    await writeFile(
      name,
      gzipSync(Buffer.from(text.replace('"table":"users"', '"table":"people"'), 'latin1')),
    )
    const sentence = await refusal('restore', [name], { DATA_DIR: join(folder, 'odd') })
    expect(sentence).toBe('The backup cannot be loaded (relation "public.people" does not exist).')
  })

  test('a backup that Ctrl+C ends, without a file or a PostgreSQL', async () => {
    const busy = join(folder, 'busy')
    await mkdir(busy)
    const options = ['--import', `data:text/javascript,${encodeURIComponent(neverRenaming)}`]
    const args = ['server/commands/backup.ts', join(busy, 'one.backup')]
    const child = spawn(process.execPath, [...options, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: original },
      stdio: 'ignore',
    })
    const postmaster = join(original, 'database', 'postmaster.pid')
    await expect.poll(() => isThere(postmaster)).toBe(true)
    child.kill('SIGINT')
    await once(child, 'exit')
    expect(await readdir(busy)).toEqual([])
    expect(await isThere(postmaster)).toBe(false)
  })
})

test('writes a backup file with mode 0600', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
