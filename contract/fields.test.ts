import { expect, test } from 'vitest'
import { email, optionalEmail } from './fields.ts'

test.each([
  ['capital letters', 'Ana@Example.COM'],
  ['spaces around it', '  ana@example.com '],
  ['the wide letters of East Asian keyboards', 'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
])('an address with %s is the same address', (_what, written) => {
  expect(email.parse(written)).toBe('ana@example.com')
  expect(optionalEmail.parse(written)).toBe('ana@example.com')
})

test('letters that only look like those of an address make none', () => {
  expect(email.safeParse('аna@example.com').success).toBe(false)
  expect(optionalEmail.safeParse('ana@exаmple.com').success).toBe(false)
})
