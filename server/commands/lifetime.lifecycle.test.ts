import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Lifetime } from './lifetime.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Without the signal listeners of the test process. */
function makeLifetime() {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  const lifetime = new Lifetime(1)
  for (const signal of signals) {
    const added = process.listeners(signal).filter((each) => !before.get(signal)?.includes(each))
    for (const each of added) process.off(signal, each)
  }
  return lifetime
}

test('ends all that a program has started, one by one, before it exits', async () => {
  const lifetime = makeLifetime()
  const ended: string[] = []
  const gates = { file: Promise.withResolvers<void>(), database: Promise.withResolvers<void>() }
  for (const name of ['file', 'database'] as const) {
    lifetime.defer(() => gates[name].promise.then(() => ended.push(name)))
  }
  const exits = [lifetime.end(), lifetime.end()].map((end) => end.then(() => ended.push('exit')))
  gates.file.resolve()
  await setImmediate()
  expect(ended).toEqual([])
  gates.database.resolve()
  await Promise.all(exits)
  expect(ended).toEqual(['database', 'file', 'exit', 'exit'])
})

test('ends at a second Ctrl+C while a folder hangs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-lifetime-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'hangs')
  // A read of it blocks until something writes to it.
  execFileSync('mkfifo', [file])
  const program = `
    import { readFile } from 'node:fs/promises'
    import { Lifetime } from ${JSON.stringify(new URL('lifetime.ts', import.meta.url))}
    const lifetime = new Lifetime(0)
    lifetime.defer(async () => console.log('ended'))
    await lifetime.run(() => {
      console.log('started')
      return readFile(${JSON.stringify(file)})
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  await delay(500)
  expect(child.signalCode).toBe(null)
  child.kill('SIGINT')
  expect(await exited).toEqual([null, 'SIGINT'])
})
