import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withEmbedded } from '../../server/operations/embedded-postgres/embedded.ts'
import { connect } from '../../server/platform/database/connection.ts'
import { Bank, bankProgram } from '../support/bank.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coinless-disk-'))
const ballast = join(dataDir, 'ballast')
/** Needs root. */
const isSmall = mountSmallDisk()
const program = bankProgram(dataDir)

afterAll(async () => {
  await program.stop()
  if (isSmall) execFileSync('umount', ['--lazy', dataDir])
  await rm(dataDir, { recursive: true, force: true })
})

function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', dataDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function fillDisk() {
  const file = await open(ballast, 'w')
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) await file.write(chunk)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    await file.close()
  }
}

test.runIf(isSmall)('refuses payments while the disk is full, and loses nothing', {}, async () => {
  await program.start()
  const bank = new Bank(program)
  await bank.open()
  const serving = bank.serve()
  const until = (count: number) => expect.poll(() => bank.paid.length).toBeGreaterThanOrEqual(count)
  await until(20)

  await fillDisk()
  await expect.poll(() => bank.turnedAway).toBeGreaterThan(20)
  const ready = async () => (await fetch(`${program.address}/api/ready`)).status
  expect(await ready()).toBe(503)
  await rm(ballast)
  await expect.poll(ready).toBe(200)
  await until(bank.paid.length + 20)

  bank.close()
  await serving
  const database = connect(await withEmbedded(dataDir, async (url) => url))
  await bank.expectWhole(database)
  await database.destroy()
  console.log(`${bank.paid.length} payments, ${bank.turnedAway} refused attempts, none lost`)
})
