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

/** Of bases made one after the other, each with a file of WAL, at noon of those days. */
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

test('of a clock that goes right those are kept that moments of the last days need', async () => {
  await made('2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05')
  expect(await daysLeft('2026-03-05')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
  ])
})

test('a clock that is ahead makes no base backup seem to be old that is among as many as are usual', async () => {
  await made('2026-03-01', '2026-03-02', '2026-03-03', '2999-01-01')
  expect(await daysLeft('2999-01-01')).toEqual(['2026-03-02', '2026-03-03', '2999-01-01'])
})

test('what was made while a clock was ahead goes in its turn, and keeps nothing that is older', async () => {
  await made('2026-03-01', '2999-01-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05')
  expect(await daysLeft('2026-03-05')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
  ])
})

test('one that was made while a clock was behind makes none before it seem to be old', async () => {
  await made('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '1970-01-01')
  expect(await daysLeft('2026-03-05')).toHaveLength(5)
  await made('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '1970-01-01', '2026-03-06')
  expect(await daysLeft('2026-03-06')).not.toContain('2026-03-02')
})
