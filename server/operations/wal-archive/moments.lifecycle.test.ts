import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledBefore, Program } from '../../../test/servers/program.ts'
import { BackedUp } from '../../../test/support/backed-up.ts'
import { lastCheck } from './check.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-moments-'))
const key = join(folder, 'key')
await writeFile(key, 'a key of the tests that is long enough\n')
const backedUp = new BackedUp(folder, key)
const { backupDir, bank, program } = backedUp
let moment = ''
let last = ''
/** With the times of call and answer, in milliseconds. */
const paid: { id: string; askedAt: number; answeredAt: number }[] = []
let copies = 0

/** A copy to corrupt. */
async function copyOfBackups(): Promise<string> {
  const copy = join(folder, `copy-${copies++}`)
  await cp(backupDir, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

async function flip(path: string) {
  const whole = await readFile(path)
  whole[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1
  await writeFile(path, whole)
}

/** A tar as on a slow disk, which records its end. */
async function slowTar(): Promise<string> {
  const slow = await mkdtemp(join(folder, 'slow-'))
  const script = `#!/bin/sh
PATH=\${PATH#*:}
tar "$@"
code=$?
sleep 1
echo tar >> ${join(slow, 'ended')}
exit $code
`
  await writeFile(join(slow, 'tar'), script, { mode: 0o755 })
  return slow
}

async function pay() {
  const askedAt = Date.now()
  const id = await backedUp.payOne()
  paid.push({ id, askedAt, answeredAt: Date.now() })
}

afterAll(async () => {
  await program.stop()
  await rm(folder, { recursive: true, force: true })
})

test('takes payments during a base backup, and checks the backup by a restore', async () => {
  await backedUp.open()
  const serving = bank.serve()
  const checkedAt = () => backedUp.metric('backup_last_check_timestamp_seconds')
  await expect.poll(checkedAt).toBeGreaterThan(0)
  const before = bank.paid.length
  await backedUp.makeBase()
  const paidMeanwhile = bank.paid.length - before
  bank.close()
  await serving
  expect(paidMeanwhile).toBeGreaterThan(0)
  expect(await backedUp.metric('backup_check_faults')).toBe(0)
  expect(await backedUp.metric('backup_base_failing')).toBe(0)
  expect(await lastCheck({ backupDir, backupKeyFile: key })).toMatchObject({ faults: 0 })
})

test('reports WAL that cannot be archived and keeps taking payments', async () => {
  const wal = join(backupDir, 'wal')
  await rename(wal, `${wal}-away`)
  await backedUp.switchWal()
  await expect.poll(() => backedUp.metric('backup_wal_failing')).toBe(1)
  expect(await backedUp.metric('backup_wal_waiting')).toBeGreaterThan(0)
  await pay()
  await rename(`${wal}-away`, wal)
  await backedUp.switchWal()
  await expect.poll(() => backedUp.metric('backup_wal_failing')).toBe(0)
})

// id: moments-1
test('restores each payment acknowledged before a moment and none requested after it', async () => {
  await backedUp.inDatabase('insert into last_backup_file (written_at, bytes) values (now(), 1)')
  let isOpen = true
  const payers = Array.from({ length: 3 }, async () => {
    while (isOpen) await pay()
  })
  const more = async () => {
    const enough = paid.length + 20
    await expect.poll(() => paid.length).toBeGreaterThan(enough)
  }
  await more()
  const at = Date.now()
  moment = new Date(at).toISOString()
  await more()
  isOpen = false
  await Promise.all(payers)
  await program.stop()
  const dataDir = join(folder, 'moment')
  const text = moment.replace('T', ' ').replace('Z', '')
  const { stdout } = await backedUp.restore(['--to', text], { DATA_DIR: dataDir })
  expect(stdout).toContain('The ledger is consistent.')
  const found = new Set(await backedUp.ids(dataDir))
  const before = paid.filter(({ answeredAt }) => answeredAt < at)
  const after = paid.filter(({ askedAt }) => askedAt > at)
  expect(before.length).toBeGreaterThan(10)
  expect(after.length).toBeGreaterThan(10)
  expect(before.filter(({ id }) => !found.has(id))).toEqual([])
  expect(after.filter(({ id }) => found.has(id))).toEqual([])
  last = paid.at(-1)?.id ?? ''
  const open = 'select count(*)::int as open from sessions where ended_at is null'
  expect(await backedUp.inDatabase(open, dataDir)).toEqual([{ open: 0 }])
  // Files of npm run backup belong to the earlier database.
  expect(await backedUp.inDatabase('select from last_backup_file', dataDir)).toEqual([])
})

test('restores the last payment before a stop', async () => {
  const DATA_DIR = join(folder, 'latest')
  await backedUp.restore(['--to', 'latest'], { DATA_DIR })
  expect(await backedUp.ids(DATA_DIR)).toEqual(expect.arrayContaining(paid.map(({ id }) => id)))
  expect(await backedUp.refusal(['--to', 'latest'], { DATA_DIR })).toMatch(
    /has a database.*--replace/,
  )
  await backedUp.restore(['--to', moment, '--replace'], { DATA_DIR })
  expect(await backedUp.ids(DATA_DIR)).not.toContain(last)
})

test('refuses a moment outside the backups and leaves no database', async () => {
  const DATA_DIR = join(folder, 'never')
  const refused = (...args: string[]) => backedUp.refusal(args, { DATA_DIR })
  expect(await refused('--to', '2020-01-01 10:00')).toMatch(/no base backup from before 2020/)
  for (const to of ['2026-02-30 10:00', 'yesterday', '']) {
    expect(await refused('--to', to)).toMatch(/^Name a time/)
  }
  expect(await refused('--to', 'latest', '--check')).toMatch(/^Name a time/)
  expect(await refused('--to', '2999-01-01 10:00')).toMatch(/ends at 2\S+ \S+ UTC, before 2999/)
  expect(await backedUp.refusal(['--to', 'latest'], { DATA_DIR, BACKUP_DIR: '' })).toMatch(
    /^BACKUP_DIR must be set/,
  )
  expect((await readdir(DATA_DIR)).sort()).toEqual(['database-password', 'unfinished-restore'])
})

// id: moments-2
test('opens nothing with another key or without a key', async () => {
  const wrong = join(folder, 'wrong-key')
  await writeFile(wrong, 'another key of the tests, long enough\n')
  const DATA_DIR = join(folder, 'wrong')
  const refused = (BACKUP_KEY_FILE: string) =>
    backedUp.refusal(['--to', 'latest'], { DATA_DIR, BACKUP_KEY_FILE })
  expect(await refused(wrong)).toMatch(/a key other than/)
  expect(await refused('')).toMatch(/is encrypted/)
  expect(await refused(join(folder, 'no-key'))).toMatch(/^BACKUP_KEY_FILE .*ENOENT/)
})

test('falls back to an older base backup, and fails if all are truncated or altered', async () => {
  const copy = await copyOfBackups()
  const bases = await backedUp.files('base')
  const [tar = '', newerTar = ''] = bases.filter((name) => name.endsWith('.tar'))
  const newerLabel = bases.filter((name) => name.endsWith('.label')).at(-1) ?? ''
  const path = (name: string) => join(copy, 'base', name)
  await truncate(path(newerLabel), 20)
  const settings = { DATA_DIR: join(folder, 'older'), BACKUP_DIR: copy }
  const { stderr } = await backedUp.restore(['--to', 'latest'], settings)
  expect(stderr).toMatch(/is not a Coinless backup or is truncated/)
  expect(await backedUp.ids(settings.DATA_DIR)).toContain(last)
  expect(await backedUp.refusal(['--check'], settings)).toMatch(/cannot be restored: .*truncated/)
  await cp(join(backupDir, 'base', newerLabel), path(newerLabel))
  const length = (await readFile(path(newerTar))).length
  await truncate(path(newerTar), length - 1)
  await flip(path(tar))
  const DATA_DIR = join(folder, 'none')
  const slow = await slowTar()
  const PATH = `${slow}:${process.env.PATH}`
  expect(await backedUp.refusal(['--to', 'latest'], { ...settings, DATA_DIR, PATH })).toMatch(
    /truncated or was altered/,
  )
  expect(await readFile(join(slow, 'ended'), 'utf8')).toBe('tar\ntar\n')
})

test.each([
  ['a restore', ['--to', 'latest'], ['unfinished-restore']],
  ['a check', ['--check'], []],
])(
  '%s waits for its tar after Ctrl+C and leaves no database',
  async (_, args, left) => {
    const DATA_DIR = await mkdtemp(join(folder, 'interrupted-'))
    const slow = await slowTar()
    const checkedBefore = await lastCheck({ backupDir, backupKeyFile: key })
    const child = spawn(process.execPath, ['server/commands/restore.ts', ...args], {
      env: {
        ...compiledBefore,
        ...backedUp.settings,
        PATH: `${slow}:${process.env.PATH}`,
        DATA_DIR,
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const names = () => readdir(DATA_DIR, { recursive: true })
    await expect
      .poll(async () => (await names()).join(' '), { interval: 20 })
      .toMatch(/restore-\S+\/database\/PG_VERSION/)
    child.kill('SIGINT')
    expect(await ended).toEqual([1, null])
    expect(await readFile(join(slow, 'ended'), 'utf8')).toBe('tar\n')
    expect((await names()).sort()).toEqual(['database-password', ...left])
    expect(await lastCheck({ backupDir, backupKeyFile: key })).toEqual(checkedBefore)
  },
  60_000,
)

test('never treats missing or altered WAL as the end of the backup', async () => {
  const copy = await copyOfBackups()
  const DATA_DIR = join(folder, 'gap')
  const settings = { DATA_DIR, BACKUP_DIR: copy }
  const segments = await backedUp.files('wal', /^[0-9A-F]{24}$/)
  const lost = segments.at(-2) ?? ''
  const path = join(copy, 'wal', lost)
  await rename(path, join(copy, 'lost'))
  expect(await backedUp.refusal(['--to', 'latest'], settings)).toContain(
    `lacks the WAL file ${lost}`,
  )
  await rename(join(copy, 'lost'), path)
  await flip(path)
  for (const to of ['latest', '2999-01-01 10:00']) {
    expect(await backedUp.refusal(['--to', to], settings)).toMatch(`${lost} is truncated or was`)
  }
})

test('makes a new base backup after a restore and restores its own last payment', async () => {
  await backedUp.restore(['--to', moment, '--replace'], { DATA_DIR: backedUp.dataDir })
  const bases = (await backedUp.files('base', /label$/)).length
  await program.start()
  const made = async () => (await backedUp.files('base', /label$/)).length
  await expect.poll(made).toBe(bases + 1)
  const id = await backedUp.payOne()
  await program.stop()
  const DATA_DIR = join(folder, 'again')
  await backedUp.restore(['--to', 'latest'], { DATA_DIR })
  const found = await backedUp.ids(DATA_DIR)
  expect(found).toContain(id)
  expect(found).not.toContain(last)
  const copy = await copyOfBackups()
  const newest = (await backedUp.files('base')).at(-1)?.replace(/\.\w+$/, '') ?? ''
  await rm(join(copy, 'base', `${newest}.label`))
  const settings = { DATA_DIR: join(folder, 'before-base'), BACKUP_DIR: copy }
  expect(await backedUp.refusal(['--to', 'latest'], settings)).toMatch(/database restored later/)
})

test('refuses a folder with the backups of another or a lost database', async () => {
  const DATA_DIR = join(folder, 'fresh')
  const fresh = new Program({ DATA_DIR, ...backedUp.settings })
  await expect(fresh.start()).rejects.toThrow('did not start')
  const other = new Program({ DATA_DIR })
  await other.start()
  await other.stop()
  await expect(fresh.start()).rejects.toThrow('did not start')
})
