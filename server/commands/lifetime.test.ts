import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Lifetime } from './lifetime.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Without what listens for signals to the process of the tests. */
function makeLifetime() {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  const lifetime = new Lifetime(1)
  for (const signal of signals) {
    const added = process.listeners(signal).filter((each) => !before.get(signal)?.includes(each))
    for (const each of added) process.off(signal, each)
  }
  return lifetime
}

test('what a program has started ends one after the other, whoever ends it, and all of it before anybody exits', async () => {
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

test('a program that a folder keeps from its end, since it hangs, ends at a second Ctrl+C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-lifetime-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'hangs')
  // Whoever opens it waits until somebody writes to it.
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
