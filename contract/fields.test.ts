import { expect, test } from 'vitest'
import { email, optionalEmail, optionalText, text } from './fields.ts'

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

test.each([
  ['an override', 'W-\u202e1'],
  ['an embedding, as pasted with a phone number', '\u202aW-1\u202c'],
  ['an isolate', ' \u2068W-1\u2069 '],
])('a text with %s is read in the order in which it is written', (_what, written) => {
  expect([text(3).parse(written), optionalText(3).parse(written)]).toEqual(['W-1', 'W-1'])
})

test('a text of nothing but marks says nothing', () => {
  expect(text(3).safeParse('\u202e \u2069').success).toBe(false)
  expect(optionalText(3).parse('\u202e \u2069')).toBe(null)
})

test('letters that are read from right to left, with the marks between them, stay', () => {
  expect(text(20).parse('מכונה\u200f 1')).toBe('מכונה\u200f 1')
})
