import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
