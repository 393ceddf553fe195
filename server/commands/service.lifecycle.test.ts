import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledBefore, Program } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'

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

test('refuses to start after a failed restore until its mark is removed, then notifies systemd', async () => {
  await writeFile(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" > '${told}'\n`)
  await chmod(join(folder, 'systemd-notify'), 0o755)
  await mkdir(settings.DATA_DIR)
  const restored = run('restore', [join(folder, 'missing.backup')])
  expect(restored).toMatchObject({ status: 1, stderr: expect.stringContaining('(ENOENT)') })
  const mark = join(settings.DATA_DIR, 'unfinished-restore')
  const refused = `DATA_DIR ${settings.DATA_DIR}: a restore is running, failed or was interrupted. Restore again. To start without data, remove ${mark}.\n`
  expect(run('start')).toMatchObject({ status: 78, stderr: refused })
  await rm(mark)
  await asUsed(settings.DATA_DIR)
  await program.start()
  await expect.poll(() => readFile(told, 'utf8').catch(() => '')).toBe('--ready\n')
})
