import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, password } from '../../../test/support/make.ts'
import { isFailing, waitingWal } from './state.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-hanging-'))
const server = testApp({ dataDir: folder })
afterAll(() => rm(folder, { recursive: true }))

test('serves sign-ins and the system page while the backup folder hangs', async () => {
  const backupDir = join(folder, 'backups')
  for (const kind of ['base', 'wal']) await mkdir(join(backupDir, kind), { recursive: true })
  const check = join(backupDir, 'last-check.json')
  // A read of it blocks until something writes to it.
  execFileSync('mkfifo', [check])
  const admin = await makeAdmin(server)
  const app = await server.replica({ config: { backupDir } })
  const headers = { authorization: `Bearer ${admin.token}` }
  const pages = Array.from({ length: 8 }, () => app.inject({ url: '/api/admin-system', headers }))
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/auth-login',
    payload: { email: admin.email, password },
  })
  expect(statusCode).toBe(200)
  for (const page of await Promise.all(pages)) {
    expect(page.json().all.backups).toMatchObject({ kept_by: 'backup_dir', last_check: null })
  }
  closeSync(openSync(check, 'w'))
  const backAgain = async () => {
    const page = await app.inject({ url: '/api/admin-system', headers })
    return page.json().server.disks.map(({ folder }: { folder: string }) => folder)
  }
  await rm(check)
  await expect.poll(backAgain).toEqual(['DATA_DIR', 'BACKUP_DIR'])
})

const now = new Date('2026-03-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const archiver = { lastWalAt: minutesAgo(9), failedWal: null, startedAt: minutesAgo(99) }

test.each([
  ['fails where none was written for five minutes though one waits', true, {}, 6],
  ['is at work where one has waited for less', false, {}, 4],
  ['is running where others were written at the same time', false, { lastWalAt: minutesAgo(1) }, 6],
  ['is at work where PostgreSQL has only started', false, { startedAt: minutesAgo(1) }, 6],
  [
    'fails where the last was written by a clock that was ahead',
    true,
    { lastWalAt: minutesAgo(-99) },
    6,
  ],
  ['fails where one waits that a clock dated ahead', true, {}, -99],
  ['fails where the file waits at which it failed', true, { failedWal: 'B', startedAt: now }, 1],
  ['is at work where that file was written since', false, { failedWal: 'A', startedAt: now }, 1],
])('the WAL archive %s', (_, isSo, more, waits) => {
  const waiting = { names: ['B', 'C'], since: minutesAgo(waits) }
  expect(isFailing({ ...archiver, ...more }, waiting, now)).toBe(isSo)
  expect(isFailing({ ...archiver, ...more }, { names: [], since: undefined }, now)).toBe(false)
})

test('lists waiting WAL and the time of the oldest file', async () => {
  const status = join(folder, 'database', 'pg_wal', 'archive_status')
  await mkdir(status, { recursive: true })
  for (const name of ['C.ready', 'B.ready', 'A.done']) await writeFile(join(status, name), '')
  await utimes(join(status, 'B.ready'), minutesAgo(7), minutesAgo(7))
  expect(await waitingWal(folder)).toEqual({ names: ['B', 'C'], since: minutesAgo(7) })
})
