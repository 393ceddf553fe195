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

test('a domain whose word needs a joiner does not become the domain without it', () => {
  expect(email.safeParse('ann@نامه\u200cای.example').success).toBe(false)
  expect(email.parse('\u200cann@نامهای.example\u200c')).toBe('ann@xn--mgba3gch31f.example')
})

const unseen = ['\u200b', '\u2800', '\u3164', '\u00ad', '\u0301', '\u200f', '\u{e0061}', '\ufe0f']

test.each(unseen.map((mark) => [mark, mark.codePointAt(0)?.toString(16)]))(
  'a text that shows nothing but %j (%s) is an empty one',
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

test('keeps what emoji and words of other scripts are written with', () => {
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
  'a device number with %j in it is the number without',
  (mark) => {
    expect(deviceNumber.parse(`${mark}X${mark}-1${mark}`)).toBe('X-1')
  },
)

test('a search takes the tabs and line ends of what is copied, and no other control characters', () => {
  expect(search.parse('\tanna\tlena\r\n')).toBe('anna lena')
  expect(searchText.parse('anna\tlena')).toBe('anna lena')
  expect(search.safeParse('anna\u0007').success).toBe(false)
})
