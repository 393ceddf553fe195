import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Program } from '../../../test/servers/program.ts'
import { asUsed } from '../../../test/support/used-folder.ts'
import { removeScratch } from './recover.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'coinless-left-'))
afterAll(() => rm(dataDir, { recursive: true }))

const gone = 2 ** 22 + 1

test.runIf(process.platform === 'linux')(
  'removes files of a killed restore even if its process id is reused, and keeps those in use',
  async () => {
    const status = await readFile(`/proc/${process.ppid}/stat`, 'utf8')
    const startedAt = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    const stay = [
      `restore-${process.ppid}-${startedAt}-abc123`,
      // Of an earlier version, or a system without start times.
      `restore-${process.ppid}-abc123`,
      'database',
    ]
    const go = [
      `restore-${process.ppid}-${Number(startedAt) - 1}-abc123`,
      `restore-${gone}-${startedAt}-abc123`,
      `restore-${process.pid}-abc123`,
    ]
    for (const name of [...stay, ...go]) await mkdir(join(dataDir, name))
    await removeScratch(dataDir)
    expect((await readdir(dataDir)).sort()).toEqual(stay.sort())
  },
)

test('removes files of a killed restore at the next start', async () => {
  const used = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-left-')))
  const left = `restore-${gone}-1-abc123`
  await mkdir(join(used, left, 'database'), { recursive: true })
  const program = new Program({ DATA_DIR: used })
  try {
    await program.start()
    expect(await readdir(used)).not.toContain(left)
  } finally {
    await program.stop()
    await rm(used, { recursive: true })
  }
})
