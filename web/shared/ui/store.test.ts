import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('notifies its subscribers of each new value until they end their subscription', () => {
  const store = createStore(1)
  const seen: number[] = []
  const end = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  store.set(2)
  end()
  store.set(3)
  expect(seen).toEqual([2, 2])
  expect(store.get()).toBe(3)
})

test('is the only set of listeners in the web app', () => {
  const web = new URL('../../', import.meta.url)
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!node_modules|dist).*(?<![.]test)[.]tsx?$/.test(name))
    .filter((name) => /new Set<\(\) => void>/.test(readFileSync(new URL(name, web), 'utf8')))
  expect(files).toEqual(['shared/ui/store.ts'])
})
