import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { compiledBefore } from '../../test/servers/program.ts'
import { asUsed } from '../../test/support/used-folder.ts'
import { freeMemory } from '../platform/memory/free-memory.ts'

const main = new URL('./start.ts', import.meta.url).pathname

/** Prints each loaded file on standard error. */
const namingFiles = `import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (writeSync(2, url), next(url, context)) })`

const usedByFew = [
  ...['nodemailer', '@simplewebauthn/server', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  ...['stripe', 'sharp', 'mqtt', '@opentelemetry/sdk-trace-node'],
]

test('does not load rarely used modules at the start', async () => {
  const folder = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-rest-')))
  const options = ['--import', `data:text/javascript,${encodeURIComponent(namingFiles)}`]
  const child = spawn(process.execPath, [...options, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...compiledBefore,
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
    },
  })
  child.stdout.on('data', (line) => {
    if (/ is ready at /.test(line)) child.kill()
  })
  const loaded = await text(child.stderr)
  await rm(folder, { recursive: true, force: true })
  const isLoaded = (name: string) => loaded.includes(`/node_modules/${name}/`)
  expect(['fastify', ...usedByFew].filter(isLoaded)).toEqual(['fastify'])
})

test('frees memory left over from the start', async () => {
  const left = new WeakRef({})
  await setImmediate()
  await freeMemory()
  expect(left.deref()).toBeUndefined()
})
