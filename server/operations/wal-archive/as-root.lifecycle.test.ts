import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BackedUp } from '../../../test/support/backed-up.ts'
import { prepareFolder } from './folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinless-root-'))
chmodSync(folder, 0o755)
const backedUp = new BackedUp(folder)
const { dataDir, backupDir } = backedUp
/** If other users cannot reach the programs, PostgreSQL keeps root's right to pass closed folders. */
const nobody = { uid: 65_534, gid: 65_534 }
const isReached =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).status === 0
const mounted: string[] = []

afterAll(async () => {
  await backedUp.program.stop()
  for (const path of mounted) execFileSync('umount', ['--lazy', path])
  await rm(folder, { recursive: true, force: true })
})

test.runIf(isReached)('archives into a backup folder that it created as root', async () => {
  await backedUp.open()
  expect((await stat(backupDir)).uid).not.toBe(0)
  await backedUp.switchWal()
  await expect.poll(() => backedUp.files('wal')).not.toEqual([])
})

test.runIf(isReached)(
  'refuses a folder or key that the user of PostgreSQL cannot use',
  async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const backupKeyFile = join(folder, 'key')
    await writeFile(backupKeyFile, 'k'.repeat(32), { mode: 0o600 })
    const start = (backupDir: string) => prepareFolder({ backupDir, backupKeyFile }, dataDir)
    const who =
      /is not accessible to \w+, who runs PostgreSQL for root\. Make that user its owner\.$/
    await expect(start(closed)).rejects.toThrow(`BACKUP_DIR ${closed} `)
    await expect(start(closed)).rejects.toThrow(who)
    await chmod(closed, 0o711)
    await expect(start(closed)).rejects.toThrow(`BACKUP_KEY_FILE ${backupKeyFile} `)
    await chmod(backupKeyFile, 0o644)
    await start(closed)
  },
)

test.runIf(isReached)(
  'keeps the owner of the backup folder of another database after a refused start',
  async () => {
    const another = join(folder, 'another')
    const wal = join(another, 'wal')
    await mkdir(wal, { recursive: true })
    await writeFile(join(another, 'system-identifier'), '7\n')
    await chown(wal, nobody.uid, nobody.gid)
    const start = prepareFolder({ backupDir: another, backupKeyFile: undefined }, dataDir)
    await expect(start).rejects.toThrow('another database')
    expect((await stat(wal)).uid).toBe(nobody.uid)
  },
)

test.runIf(isReached)(
  'gives files that root restores or archives to the owner of the folder',
  async () => {
    const theirs = join(folder, 'theirs')
    await mkdir(theirs)
    await chown(theirs, nobody.uid, nobody.gid)
    await expect.poll(() => backedUp.files('base', /label$/)).not.toEqual([])
    await backedUp.restore(['--to', 'latest'], { DATA_DIR: theirs })
    for (const name of await readdir(theirs)) {
      expect([name, (await stat(join(theirs, name))).uid]).toEqual([name, nobody.uid])
    }
    const [history = ''] = await backedUp.files('wal', /history$/)
    const wal = join(backupDir, 'wal')
    expect((await stat(join(wal, history))).uid).toBe((await stat(wal)).uid)
  },
)

test.runIf(isReached)('reports a database that the user cannot read', async () => {
  const theirs = join(folder, 'half-theirs')
  await mkdir(join(theirs, 'database'), { recursive: true, mode: 0o700 })
  await chown(theirs, nobody.uid, nobody.gid)
  const { stderr } = spawnSync(process.execPath, ['server/commands/ledger-check.ts'], {
    ...nobody,
    env: { PATH: process.env.PATH, DATA_DIR: theirs },
    encoding: 'utf8',
  })
  expect(stderr).toBe(`${theirs}/database cannot be read (EACCES). Check its owner.\n`)
})

test.runIf(isReached)('checks read-only backups and refuses to archive to them', async () => {
  const BACKUP_DIR = join(folder, 'read-only')
  await mkdir(BACKUP_DIR)
  execFileSync('mount', ['--bind', backupDir, BACKUP_DIR])
  mounted.push(BACKUP_DIR)
  execFileSync('mount', ['-o', 'remount,bind,ro', BACKUP_DIR])
  const { stdout, stderr } = await backedUp.restore(['--check'], {
    DATA_DIR: join(folder, 'checked'),
    BACKUP_DIR,
  })
  expect(stdout).toContain('The ledger is consistent.')
  expect(stderr).toBe('The result cannot be stored in BACKUP_DIR (EROFS).\n')
  const start = prepareFolder({ backupDir: BACKUP_DIR, backupKeyFile: undefined }, dataDir)
  await expect(start).rejects.toThrow(`BACKUP_DIR ${BACKUP_DIR} cannot be written to (EROFS).`)
  const said = await backedUp.refusal(['--to', 'latest'], { DATA_DIR: join(BACKUP_DIR, 'new') })
  expect(said).toMatch(/^The backup cannot be restored \(E[A-Z]+: .*\)\.$/)
})
