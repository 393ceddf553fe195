import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withFormulas, withoutFormulas } from './formulas.ts'

const odd = fc.string({
  unit: fc.constantFrom(...'=+-@＝\'";|, \t\r\nx5é😀'),
  maxLength: 12,
})

test('restores an escaped text exactly', () => {
  fc.assert(
    fc.property(fc.oneof(odd, fc.string({ unit: 'binary' })), (text) => {
      expect(withFormulas(withoutFormulas(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('writes no text with a part that begins like a formula at any separator', () => {
  fc.assert(
    fc.property(odd, (text) => {
      for (const part of withoutFormulas(text).split(/[;|\t]/)) {
        expect(part).not.toMatch(/^["\s]*[=+\-@＝]/)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['=cmd|x', "'=cmd|x"],
  ['+34 600 000 000', "'+34 600 000 000"],
  ["'=known", "''=known"],
  ['a;=b', "a;'=b"],
  ["it's", "it's"],
])('escapes %s as %s', (text, written) => {
  expect(withoutFormulas(text)).toBe(written)
  expect(withFormulas(written)).toBe(text)
})
