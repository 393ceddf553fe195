import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

/** Mantine's class names are hashes, which its code refers to. */
const className = /\bm_[0-9a-f]{6,8}\b/g

function classesIn(pattern: string): Set<string> {
  const files = globSync(pattern, { cwd: new URL('../../dist/assets/', import.meta.url) })
  const texts = files.map((file) =>
    readFileSync(new URL(`../../dist/assets/${file}`, import.meta.url), 'utf8'),
  )
  return new Set(texts.join('\n').match(className))
}

test('includes the style of every Mantine component in the app', () => {
  const all = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
  const styled = new Set(readFileSync(all, 'utf8').match(className))
  const used = [...classesIn('*.js')].filter((name) => styled.has(name))
  expect(used.length).toBeGreaterThan(50)
  const imported = classesIn('*.css')
  expect(used.filter((name) => !imported.has(name))).toEqual([])
})
