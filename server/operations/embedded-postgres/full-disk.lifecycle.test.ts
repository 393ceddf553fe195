import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asUsed } from '../../../test/support/used-folder.ts'
import { startEmbedded } from './embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coinless-full-'))
const isSmall = mountSmallDisk()

afterAll(async () => {
  if (isSmall) execFileSync('umount', ['--lazy', dataDir])
  await rm(dataDir, { recursive: true, force: true })
})

/** Needs root. */
function mountSmallDisk(): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', dataDir]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.runIf(isSmall)('reports a full disk at the start, and starts once there is room', async () => {
  await asUsed(dataDir)
  const ballast = join(dataDir, 'ballast')
  const file = await open(ballast, 'w')
  const chunk = Buffer.alloc(4096)
  await (async () => {
    for (;;) await file.write(chunk)
  })().catch(({ code }) => expect(code).toBe('ENOSPC'))
  await file.close()
  await expect(startEmbedded(dataDir)).rejects.toThrow(
    `DATA_DIR ${dataDir}: PostgreSQL does not start because the disk is full. Free disk space.`,
  )
  await rm(ballast)
  await startEmbedded(dataDir).then(({ stop }) => stop())
})
