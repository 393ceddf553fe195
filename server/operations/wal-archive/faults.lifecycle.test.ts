import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BackedUp } from '../../../test/support/backed-up.ts'
import { removeOld } from './base-backup.ts'
import { lastCheck } from './check.ts'
import { listBases } from './folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinless-faults-'))
const backedUp = new BackedUp(folder)
const { backupDir, program } = backedUp
const backups = { backupDir, backupKeyFile: undefined }
const disks: string[] = []
const isSmall = mountSmallDisk(backupDir)
const paid: string[] = []
const dayMs = 86_400_000

afterAll(async () => {
  await program.stop()
  for (const disk of disks) execFileSync('umount', ['--lazy', disk])
  await rm(folder, { recursive: true, force: true })
})

/** Needs root. */
function mountSmallDisk(path: string): boolean {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', path], { stdio: 'ignore' })
    disks.push(path)
    return true
  } catch {
    return false
  }
}

async function fill(file: string) {
  const ballast = await open(file, 'w')
  const chunk = Buffer.alloc(64 * 1024)
  await (async () => {
    for (;;) await ballast.write(chunk)
  })().catch(({ code }) => expect(code).toBe('ENOSPC'))
  await ballast.close()
}

async function pay() {
  const id = await backedUp.payOne()
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  paid.push(id)
}

async function restored(name: string, to = 'latest'): Promise<string[]> {
  const DATA_DIR = join(folder, name)
  const { stdout } = await backedUp.restore(['--to', to], { DATA_DIR })
  expect(stdout).toContain('The ledger is consistent.')
  const found = await backedUp.ids(DATA_DIR)
  await rm(DATA_DIR, { recursive: true })
  return found
}

const checkedAt = () => backedUp.metric('backup_last_check_timestamp_seconds')

test('makes a new base backup after a kill during one, and removes the unfinished one', async () => {
  await backedUp.open()
  const labels = () => backedUp.files('base', /label$/)
  await expect.poll(labels).toHaveLength(1)
  const [label = ''] = await labels()
  await rm(join(backupDir, 'base', label))
  const begun = () => backedUp.files('base', /part$/)
  await expect.poll(begun, { interval: 1 }).toHaveLength(1)
  const [unfinished = ''] = await begun()
  await program.kill()
  await program.start()
  await pay()
  await expect.poll(labels).toHaveLength(1)
  const [whole = ''] = await labels()
  await expect
    .poll(() => lastCheck(backups))
    .toMatchObject({ base: whole.replace('.label', ''), faults: 0 })
  const files = await backedUp.files('base')
  expect(files.map((name) => name.split('.').at(-1))).toEqual(['label', 'tar'])
  expect(files).not.toContain(unfinished.replace('.part', ''))
  await backedUp.switchWal()
  await program.stop()
  expect(await restored('killed')).toEqual(expect.arrayContaining(paid))
})

test('remembers the last check across restarts', async () => {
  const before = await readFile(join(backupDir, 'last-check.json'), 'utf8')
  await program.start()
  await expect.poll(checkedAt).toBe(Date.parse(JSON.parse(before).checkedAt) / 1000)
  expect(await readFile(join(backupDir, 'last-check.json'), 'utf8')).toBe(before)
})

test('backs up and restores in spite of a base backup dated in the future', async () => {
  await program.stop()
  const [known] = await listBases(backups)
  if (!known) throw new Error('none')
  const ahead = `2999-01-01T00:00:00.000Z_${known.firstWal}`
  const path = (name: string) => join(backupDir, 'base', name)
  for (const end of ['tar', 'label']) {
    await rename(path(`${known.name}.${end}`), path(`${ahead}.${end}`))
  }
  await program.start()
  const newest = async () => (await listBases(backups)).at(-1)
  await expect.poll(newest).not.toMatchObject({ name: ahead })
  await pay()
  const moment = new Date().toISOString()
  await pay()
  await program.stop()
  const DATA_DIR = join(folder, 'ahead')
  const { stdout } = await backedUp.restore(['--to', moment], { DATA_DIR })
  expect(stdout).toContain(`Base backup: ${(await newest())?.name}. Last change: 2`)
  expect(stdout).toMatch(/; first change left out: \d{4}-\d\d-\d\dT\S+Z\.$/m)
  const found = await backedUp.ids(DATA_DIR)
  expect(found).toEqual(expect.arrayContaining(paid.slice(0, -1)))
  expect(found).not.toContain(paid.at(-1))
  for (const end of ['tar', 'label']) await rm(path(`${ahead}.${end}`))
  await program.start()
})

// id: faults-1
test.runIf(isSmall)(
  'reports a full backup folder, keeps taking payments, and catches up once there is room',
  async () => {
    const bases = await backedUp.files('base')
    await fill(join(backupDir, 'ballast'))
    await pay()
    await backedUp.switchWal()
    await expect.poll(() => backedUp.metric('backup_wal_failing')).toBe(1)
    await expect(backedUp.makeBase()).rejects.toThrow('ENOSPC')
    expect(await backedUp.files('base')).toEqual(bases)
    await pay()
    await expect.poll(() => backedUp.metric('backup_wal_waiting')).toBeGreaterThan(0)
    expect(await backedUp.metric('backup_disk_free_bytes')).toBeLessThan(100_000)
    await rm(join(backupDir, 'ballast'))
    await backedUp.switchWal()
    await expect.poll(() => backedUp.metric('backup_wal_failing')).toBe(0)
    await program.stop()
    expect(await restored('full')).toEqual(expect.arrayContaining(paid))
    await program.start()
  },
)

test('removes old base backups and WAL that no kept moment needs', async () => {
  await pay()
  await backedUp.makeBase()
  await pay()
  const between = new Date()
  await pay()
  await backedUp.makeBase()
  await pay()
  await program.stop()
  const [first, second, third] = await listBases(backups)
  if (!first || !second || !third) throw new Error('not three')
  const later = (base: { startedAt: Date }, ms: number) => new Date(base.startedAt.getTime() + ms)
  const names = async () => (await listBases(backups)).map(({ name }) => name)

  await removeOld(backups, { backupKeepDays: 2, backupHours: 48 }, later(second, 2 * dayMs - 1))
  expect(await names()).toEqual([first.name, second.name, third.name])
  await removeOld(backups, { backupKeepDays: 2, backupHours: 48 }, later(second, 2 * dayMs + 1))
  expect(await names()).toEqual([second.name, third.name])
  const [oldest = ''] = await backedUp.files('wal', /^[0-9A-F]{24}$/)
  expect(oldest).toBe(second.firstWal)
  const found = await restored('kept', between.toISOString())
  expect(found).toEqual(expect.arrayContaining(paid.slice(0, -2)))
  expect(found).not.toContain(paid.at(-2))
  await removeOld(backups, { backupKeepDays: 2, backupHours: 48 }, later(third, 999 * dayMs))
  expect(await names()).toEqual([third.name])
  expect(await restored('newest')).toEqual(expect.arrayContaining(paid))
})

test.runIf(isSmall)('refuses a check if the data disk is short of room', async () => {
  const dataDir = join(folder, 'small')
  expect(mountSmallDisk(dataDir)).toBe(true)
  await mkdir(join(dataDir, 'database'))
  await fill(join(dataDir, 'database', 'table'))
  const said = await backedUp.refusal(['--check'], { DATA_DIR: dataDir })
  expect(said).toMatch(/lacks the \d+ MB of free space for a check/)
})
