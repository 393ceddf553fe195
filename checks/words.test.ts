import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that make a text read as translated. None may come back. */
const words = ['whoever', 'anew', 'meanwhile', 'by itself', 'somebody']

/** The OpenAPI document repeats the contract, and former paths keep their names. */
const excluded =
  /^docs\/openapi[.]json$|^package-lock[.]json$|^checks\/words[.]test[.]ts$|^contract\/old-paths[.]ts$/

const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs|js|json|md|sql)$/.test(path) && !excluded.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test.each(words)('"%s" does not occur', (word) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  expect(texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
})
