import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDocument, sentenceOfDocument } from './json-document.ts'
import { limits } from './limits.ts'

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
}

function ofBytes(bytes: number): string {
  return `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`
}

describe('a document is refused with the reason and its place if it', () => {
  const refused: [string, string, string, string?][] = [
    ['is no JSON', '{"a": 1,}', 'Invalid JSON format', '1:9'],
    ['is no JSON on a later line', '{\n  "a": 1\n  "b": 2\n}', 'Invalid JSON format', '3:3'],
    ['ends too early', '{\n  "a": 1', 'Invalid JSON format', '2:9'],
    ['has a comment', '{} // mine', 'Invalid JSON format', '1:4'],
    ['is empty', '', 'Invalid JSON format'],
    ['is a list', '[]', 'must be a JSON object'],
    ['is null', 'null', 'must be a JSON object'],
    ['is a text', '"{}"', 'must be a JSON object'],
    ['is too large', ofBytes(limits.documentBytes + 1), 'at most 65536 bytes'],
    ['is too deep', nested(limits.documentLevels + 1), 'at most 32 levels'],
    ['is far too deep', nested(10_000), 'at most 32 levels'],
    ['is a bottomless list', '['.repeat(60_000), 'Invalid JSON format'],
    ['has a NUL character in a text', String.raw`{"a": "\u0000"}`, 'NUL character', '1:7'],
    ['has a NUL character in a key', String.raw`{"a\u0000": 1}`, 'NUL character', '1:2'],
    ['has half a character', String.raw`{"a": "\ud83d"}`, 'half a character', '1:7'],
    ['has a key __proto__', '{"a": {"__proto__": 1}}', '__proto__', '1:8'],
    ['has a disguised __proto__', String.raw`{"__pr\u006fto__": 1}`, '__proto__', '1:2'],
    ['repeats a key', '{"a": 1,\n "a": 1}', 'The key "a" appears twice', '2:2'],
    ['repeats a key in disguise', String.raw`{"a": 1, "\u0061": 2}`, 'twice', '1:10'],
    ['has a number beyond all', '{"a": 1e400}', 'The number 1e400 would lose precision', '1:7'],
    ['has a number next to nothing', '{"a": 1e-400}', 'would lose precision', '1:7'],
    ['has too long a whole number', '{"a": 9007199254740993}', '9007199254740993', '1:7'],
    ['has minus zero', '{"a": -0}', 'The number -0 would lose precision', '1:7'],
    ['has minus zero in disguise', '{"a": [-0.0e5]}', 'The number -0.0e5', '1:8'],
    [
      'has a whole number as a key after others',
      '{"b":1,"2":1,"1":1}',
      'The key "1" would move',
      '1:2',
    ],
    [
      'has keys that are numbers by no size',
      '{"a":{"2":1,"1":1}}',
      'The key "1" would move',
      '1:7',
    ],
    ['has too many digits', '{"a": [0.1000000000000000055]}', '0.1000000000000000055', '1:8'],
  ]
  test.each(refused)('%s', (_name, text, reason, place) => {
    const read = readDocument(text)
    if ('document' in read) throw new Error('the document was taken')
    expect(sentenceOfDocument(read.problem, 'en')).toContain(reason)
    expect(sentenceOfDocument(read.problem, 'es')).toMatch(/^[A-Z]/)
    if (place) {
      const { line, column } = read.problem.place ?? {}
      expect(`${line}:${column}`).toBe(place)
    }
  })

  test('quotes no more of it than fits on a line', () => {
    const key = 'k'.repeat(1000)
    const read = readDocument(`{"${key}": 1, "${key}": 2}`)
    expect('problem' in read && sentenceOfDocument(read.problem, 'en').length).toBeLessThan(100)
  })
})

test.each([
  ['as large as may be', ofBytes(limits.documentBytes)],
  ['as deep as may be', nested(limits.documentLevels)],
  ['with a key that stands in several objects', '{"a": {"id": 1}, "b": {"id": 1}}'],
  ['with numbers in any notation', '{"a": [0.1, 1.50, 15e-1, 1E2, 5e-324, 1e21, 0.0]}'],
  ['with characters of every kind', String.raw`{"ñ": "😀 \ud83d\ude00 \t \" \\ {}"}`],
  [
    'with keys that are numbers before others',
    '{"0": 1, "2": 1, "10": 1, "b": 1, "01": 1, "-1": 1}',
  ],
  ['with an empty key', '{"": {}}'],
])('accepts a document %s', (_name, text) => {
  expect(readDocument(text)).toEqual({ document: JSON.parse(text) })
})

const oddKey = fc.oneof(
  fc.string(),
  fc.nat({ max: 12 }).map(String),
  fc.constantFrom('01', '-1', '1e2'),
)
const oddValue = fc.oneof(fc.jsonValue(), fc.constantFrom('-0', '0.10', '1e2').map(Number))
const members = fc.uniqueArray(fc.tuple(oddKey, oddValue), { selector: ([key]) => key })

/** JSON with the keys in any order and the sign of zero. */
function written(value: unknown): string {
  return Object.is(value, -0) ? '-0' : JSON.stringify(value)
}

test('returns any JSON object unchanged or refuses it with a sentence', () => {
  fc.assert(
    fc.property(members, (each) => {
      const text = `{${each.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join()}}`
      const read = readDocument(text)
      if ('document' in read) expect(JSON.stringify(read.document)).toBe(text)
      else expect(sentenceOfDocument(read.problem, 'en')).not.toBe('Invalid JSON format')
    }),
    { numRuns: 1000 },
  )
})
