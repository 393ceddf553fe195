import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BackedUp } from '../test/backed-up.ts'
import { archiveOptions } from './folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinless-root-'))
chmodSync(folder, 0o755)
const backedUp = new BackedUp(folder)
const { dataDir, backupDir } = backedUp
/** Where others cannot even reach the programs, PostgreSQL keeps root's right to pass closed folders. */
const nobody = { uid: 65_534, gid: 65_534 }
const isReached =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).status === 0
const open = { timeout: 60_000 }

afterAll(async () => {
  await backedUp.program.stop()
  await rm(folder, { recursive: true, force: true })
})

test.runIf(isReached)(
  'a server that root runs archives into a backup folder that it made itself',
  open,
  async () => {
    await backedUp.open()
    expect((await stat(backupDir)).uid).not.toBe(0)
    await backedUp.switchWal()
    await expect.poll(() => backedUp.files('wal'), open).not.toEqual([])
  },
)

test.runIf(isReached)(
  'a start is refused where the user who runs PostgreSQL for root cannot use folder or key',
  async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const backupKeyFile = join(folder, 'key')
    await writeFile(backupKeyFile, 'k'.repeat(32), { mode: 0o600 })
    const start = (backupDir: string) => archiveOptions({ backupDir, backupKeyFile }, dataDir)
    const who = /is closed to \w+, as whom root runs PostgreSQL\. Give it to that user\.$/
    await expect(start(closed)).rejects.toThrow(`BACKUP_DIR ${closed} `)
    await expect(start(closed)).rejects.toThrow(who)
    await chmod(closed, 0o711)
    await expect(start(closed)).rejects.toThrow(`BACKUP_KEY_FILE ${backupKeyFile} `)
    await chmod(backupKeyFile, 0o644)
    expect(await start(closed)).toContain('-c archive_mode=on')
  },
)
