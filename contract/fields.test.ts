import { expect, test } from 'vitest'
import { email, optionalEmail, optionalText, search, searchText, text } from './fields.ts'
import { deviceNumber } from './typed-fields.ts'

// id: fields-1
test.each([
  ['capital letters', 'Ana@Example.COM'],
  ['spaces around it', '  ana@example.com '],
  ['a soft hyphen', 'ana@exam\u00adple.com'],
  ['a zero-width space at its end', 'ana@example.com\u200b'],
  ['an invisible mark within its first part', 'a\u2060na@example.com'],
  ['an embedding, as pasted from a contact', '\u202aana@example.com\u202c '],
  ['a mark of direction and a byte order mark', '\ufeff\u200eana@example.com\u061c'],
  ['joiners', 'a\u200dna@example\u200c.com'],
  ['the wide letters of East Asian keyboards', 'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
])('normalizes an address with %s', (_what, written) => {
  expect(email.parse(written)).toBe('ana@example.com')
  expect(optionalEmail.parse(written)).toBe('ana@example.com')
})

test('refuses an address with look-alike letters', () => {
  expect(email.safeParse('аna@example.com').success).toBe(false)
  expect(optionalEmail.safeParse('ana@exаmple.com').success).toBe(false)
})

test.each([
  ['an override', 'W-\u202e1'],
  ['an embedding, as pasted with a phone number', '\u202aW-1\u202c'],
  ['an isolate', ' \u2068W-1\u2069 '],
])('strips %s from a text', (_what, written) => {
  expect([text(3).parse(written), optionalText(3).parse(written)]).toEqual(['W-1', 'W-1'])
})

test('treats a text of direction marks only as empty', () => {
  expect(text(3).safeParse('\u202e \u2069').success).toBe(false)
  expect(optionalText(3).parse('\u202e \u2069')).toBe(null)
})

test('keeps right-to-left letters with the marks between them', () => {
  expect(text(20).parse('מכונה\u200f 1')).toBe('מכונה\u200f 1')
})

test('refuses a domain with a required joiner instead of removing it', () => {
  expect(email.safeParse('ann@نامه\u200cای.example').success).toBe(false)
  expect(email.parse('\u200cann@نامهای.example\u200c')).toBe('ann@xn--mgba3gch31f.example')
})

const unseen = ['\u200b', '\u2800', '\u3164', '\u00ad', '\u0301', '\u200f', '\u{e0061}', '\ufe0f']

test.each(unseen.map((mark) => [mark, mark.codePointAt(0)?.toString(16)]))(
  'treats a text of %j (%s) only as empty',
  (mark) => {
    for (const written of [mark, ` ${mark}${mark} `]) {
      expect(
        text(9)
          .safeParse(written)
          .error?.issues.map(({ code }) => code),
      ).toEqual(['too_small'])
      expect(deviceNumber.safeParse(written).success).toBe(false)
      expect(optionalText(9).parse(written)).toBe(null)
      expect(search.parse(written)).toBe('')
    }
  },
)

test('keeps the characters of emoji and other scripts', () => {
  const words = [
    '👩\u200d🔧',
    '❤\ufe0f 1',
    'می\u200cخواهم',
    'क्\u200dष',
    '🏴\u{e0067}\u{e007f}',
    'Jose\u0301',
  ]
  for (const word of words) expect(text(20).parse(word)).toBe(word)
  expect(text(9).parse('A\u200b-\ufeff1')).toBe('A-1')
})

test.each(['\u200b', '\u200d', '\u00ad', '\u3164', '\u200f', '\u2063'])(
  'removes %j from a device number',
  (mark) => {
    expect(deviceNumber.parse(`${mark}X${mark}-1${mark}`)).toBe('X-1')
  },
)

test('accepts tabs and line ends in a search, but no other control characters', () => {
  expect(search.parse('\tanna\tlena\r\n')).toBe('anna lena')
  expect(searchText.parse('anna\tlena')).toBe('anna lena')
  expect(search.safeParse('anna\u0007').success).toBe(false)
})
