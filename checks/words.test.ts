import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that make a text read as translated. Counts may only go down. */
const counts = {
  whoever: 44,
  anew: 17,
  meanwhile: 32,
  'by itself': 10,
  somebody: 80,
}

/** Applied migrations are frozen, and the OpenAPI document repeats the contract. */
const excluded = /[.]sql$|^docs\/openapi[.]json$|^package-lock[.]json$|^checks\/words[.]test[.]ts$/

const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs|js|json|md)$/.test(path) && !excluded.test(path))
  .map((path) => readFileSync(path, 'utf8'))

test.each(Object.entries(counts))(
  '"%s" occurs %d times; lower the number with each change',
  (word, count) => {
    const pattern = new RegExp(`\\b${word}\\b`, 'gi')
    expect(texts.flatMap((text) => text.match(pattern) ?? []).length).toBe(count)
  },
)
