import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledBefore, Program } from '../testbed/program.ts'

const folder = await mkdtemp(join(tmpdir(), 'coinless-service-'))
const told = join(folder, 'told')
const settings = {
  DATA_DIR: join(folder, 'data'),
  PATH: `${folder}:${process.env.PATH}`,
  NOTIFY_SOCKET: '/run/systemd/notify',
}
const program = new Program(settings)
afterAll(async () => {
  await program.stop()
  await rm(folder, { recursive: true })
})

function run(command: string, args: string[] = []) {
  return spawnSync(process.execPath, [`server/commands/${command}.ts`, ...args], {
    env: { ...compiledBefore, ...settings },
    encoding: 'utf8',
  })
}

test('a start is refused for good after a restore that failed, until its mark is removed, and tells systemd when it is ready', async () => {
  await writeFile(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" > '${told}'\n`)
  await chmod(join(folder, 'systemd-notify'), 0o755)
  await writeFile(join(folder, 'odd.backup'), 'no backup')
  const restored = run('restore', [join(folder, 'odd.backup')])
  expect(restored).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be read') })
  const mark = join(settings.DATA_DIR, 'unfinished-restore')
  const refused = `DATA_DIR ${settings.DATA_DIR}: a restore into it still runs, has failed or was broken off. Restore again. To begin without data, remove ${mark}.\n`
  expect(run('start')).toMatchObject({ status: 78, stderr: refused })
  await rm(mark)
  const half = run('start')
  expect([half.status, half.stderr]).toEqual([78, expect.stringContaining('unfinished_restore')])
  await rm(settings.DATA_DIR, { recursive: true })
  await program.start()
  await expect.poll(() => readFile(told, 'utf8').catch(() => '')).toBe('--ready\n')
}, 120_000)
