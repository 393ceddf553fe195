import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locks } from './locks.ts'

const folder = new URL('../', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|sql)$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }))

/** Each lock that is taken: by what number or name, and by which file or function of the database. */
const taken = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?lock\((.*)/g)].map(
    ({ index, 1: given = '' }) => ({
      lock: /locks\.(\w+)/.exec(given)?.[1] ?? /^\d+/.exec(given)?.[0] ?? given,
      by: path.endsWith('.sql') ? /.*function (\w+)/s.exec(text.slice(0, index))?.[1] : path,
    }),
  ),
)

test('every advisory lock has a number of its own, from one place', () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
  const nameOf = new Map<string, string>(
    Object.entries(locks).map(([name, number]) => [String(number), name]),
  )
  const names = taken.map(({ lock, by }) => [nameOf.get(lock) ?? lock, by])
  expect(new Set(names.map(([name]) => name))).toEqual(new Set(Object.keys(locks)))
  const takers = new Set(names.map((pair) => pair.join(' by ')))
  expect([...takers].sort()).toEqual([
    'attempts by guess_wait',
    'firstAdmin by users/first-admin.ts',
    'madeUnverified by accounts/unverified.ts',
    'migration by database/apply.ts',
    'owner by embedded-postgres/embedded.ts',
    'tallies by fold_tallies',
    'tallies by forget_tallies',
  ])
})
