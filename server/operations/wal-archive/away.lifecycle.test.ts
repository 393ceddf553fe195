import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BackedUp } from '../../../test/support/backed-up.ts'
import { keepFailure } from './check.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinless-away-'))
const backedUp = new BackedUp(folder)
const { backupDir, program } = backedUp
const disk = `${backupDir}-disk`
const paid: string[] = []

afterAll(async () => {
  await program.stop()
  await rm(folder, { recursive: true, force: true })
})

async function pay() {
  const id = await backedUp.payOne()
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  paid.push(id)
  await backedUp.switchWal()
}

const isFailing = () =>
  Promise.all(['backup_wal_failing', 'backup_base_failing'].map((name) => backedUp.metric(name)))

test('takes payments while the backup disk is not mounted, and leaves its mount point empty', async () => {
  await backedUp.open()
  await expect.poll(() => backedUp.files('base', /label$/)).toHaveLength(1)
  await program.stop()
  await rename(backupDir, disk)
  await mkdir(backupDir)
  await program.start()
  await pay()
  await expect.poll(isFailing).toEqual([1, 1])
  expect(await readdir(backupDir)).toEqual([])
})

test('archives payments made without the backup disk once it is back', async () => {
  await rmdir(backupDir)
  await rename(disk, backupDir)
  await pay()
  await expect.poll(isFailing).toEqual([0, 0])
  await program.stop()
  const DATA_DIR = join(folder, 'restored')
  await backedUp.restore(['--to', 'latest'], { DATA_DIR })
  expect(await backedUp.ids(DATA_DIR)).toEqual(expect.arrayContaining(paid))
})

test('archives nothing to the mount point of a disk that was unmounted while it ran', async () => {
  await program.start()
  await rename(backupDir, disk)
  // As an earlier version left it after it archived there.
  for (const name of ['base', 'wal']) await mkdir(join(backupDir, name), { recursive: true })
  await pay()
  await expect.poll(() => backedUp.metric('backup_wal_failing')).toBe(1)
  const unmounted = 'check that its disk is mounted'
  await expect(backedUp.makeBase()).rejects.toThrow(unmounted)
  const backups = { backupDir, backupKeyFile: undefined }
  await expect(keepFailure(backups, null, 'none')).rejects.toThrow(unmounted)
  expect(await readdir(backupDir, { recursive: true })).toEqual(['base', 'wal'])
})
