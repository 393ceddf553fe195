import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeOld } from './base-backup.ts'
import { baseFolder, listBases, walFolder } from './folders.ts'

const backupDir = await mkdtemp(join(tmpdir(), 'coinless-clocks-'))
const folder = { backupDir, backupKeyFile: undefined }
const keeping = { backupKeepDays: 3, backupHours: 24 }

afterAll(() => rm(backupDir, { recursive: true }))
beforeEach(async () => {
  for (const path of [baseFolder(folder), walFolder(folder)]) {
    await rm(path, { recursive: true, force: true })
    await mkdir(path, { recursive: true })
  }
})

const firstWal = (n: number) => `0000000100000000000000${n.toString().padStart(2, '0')}`

/** Makes base backups in this order, dated noon of these days, each with a file of WAL. */
async function made(...days: string[]) {
  for (const [n, day] of days.entries()) {
    const name = join(baseFolder(folder), `${day}T12:00:00.000Z_${firstWal(n)}`)
    for (const end of ['tar', 'label']) await writeFile(`${name}.${end}`, '')
    await writeFile(join(walFolder(folder), firstWal(n)), '')
  }
}

async function daysLeft(now: string): Promise<string[]> {
  await removeOld(folder, keeping, new Date(`${now}T12:00:01Z`))
  const bases = await listBases(folder)
  const [oldestWal] = (await readdir(walFolder(folder))).sort()
  expect(oldestWal).toBe(bases[0]?.firstWal)
  return bases.map(({ startedAt }) => startedAt.toISOString().slice(0, 10))
}

test('keeps the base backups that the last days need with a correct clock', async () => {
  await made('2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05')
  expect(await daysLeft('2026-03-05')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
  ])
})

test('keeps the usual number of base backups while the clock is ahead', async () => {
  await made('2026-03-01', '2026-03-02', '2026-03-03', '2999-01-01')
  expect(await daysLeft('2999-01-01')).toEqual(['2026-03-02', '2026-03-03', '2999-01-01'])
})

test('removes a base backup dated ahead in its order, along with older ones', async () => {
  await made('2026-03-01', '2999-01-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05')
  expect(await daysLeft('2026-03-05')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
  ])
})

test('keeps earlier base backups after one dated in the past', async () => {
  await made('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '1970-01-01')
  expect(await daysLeft('2026-03-05')).toHaveLength(5)
  await made('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '1970-01-01', '2026-03-06')
  expect(await daysLeft('2026-03-06')).not.toContain('2026-03-02')
})
