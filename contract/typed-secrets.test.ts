import { expect, test } from 'vitest'
import { codeText } from './new-codes.ts'
import { checkOf, stickerNumberOf } from './sticker-numbers.ts'
import { linkedSecret, secretText } from './typed-fields.ts'
import { codeKey, linkSecret } from './typed-secrets.ts'

const code = '7K3M-Q0ZD-4WXA-9C2T'
const everyCharacter = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
const matching = (pattern: RegExp) => everyCharacter.filter((each) => pattern.test(each))

test.each([
  ['dash', matching(/\p{Dash}|[\u02d7\u2043\u30fc\uff70]/u)],
  ['space', matching(/^(\p{Z}|[\t\n\u2800])$/u)],
])('reads a code with any %s between its groups', (_, characters) => {
  expect(characters.length).toBeGreaterThan(15)
  const wrong = characters.filter((each) => codeKey(code.replaceAll('-', each)) !== codeKey(code))
  expect(wrong).toEqual([])
})

test('reads a code with any invisible character in it', () => {
  const invisible = matching(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u)
  expect(invisible.length).toBeGreaterThan(4000)
  const wrong = invisible.filter(
    (each) => codeKey(code.replace('M', `${each}M${each}`)) !== codeKey(code),
  )
  expect(wrong).toEqual([])
})

test('reads a code in any width and case, with any quotes around it', () => {
  const wide = [...code].map((each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0))
  expect(codeKey(wide.join(''))).toBe(codeKey(code))
  const quotes = [...matching(/[\p{Pi}\p{Pf}]/u), ...'"\'`´„‚「」『』″＂']
  for (const each of quotes)
    expect(codeKey(`${each}${code.toLowerCase()}${each}`), each).toBe(codeKey(code))
})

test('checks the length of a normalized secret', () => {
  const parsed = secretText(code.length).parse(
    `\ufeff“${code.replaceAll('-', '\u00ad\u2011')}”\u200b`,
  )
  expect(parsed).toBe(code)
  expect(secretText(4).safeParse('\u200b').success).toBe(false)
})

test('reads a sticker number with such characters', () => {
  const digits = `48210937${checkOf('48210937')}`
  for (const between of ['–', '\u2011', '\u00a0', '\u200b', '.', '−']) {
    expect(stickerNumberOf(`“${digits.replace(/(\d{3})(?=\d)/g, `$1${between}`)}”`)).toBe(digits)
  }
})

const link = (text: string) => `https://coinless.example.com/payments#code=${text}`
const copied: [string, (text: string) => string][] = [
  ...['.', '. ', ',', ';', ':', '!', '?', '…', '*', '_', '·', '/', '\\', '|', '~', '> '].map(
    (mark): [string, (text: string) => string] => [`"${mark}" after it`, (text) => text + mark],
  ),
  ...['()', '[]', '{}', '<>', '**', '__', '~~', '“”', '「」'].map(
    ([open, close]): [string, (text: string) => string] => [
      `${open}${close} around it`,
      (text) => `${open}${text}${close}.`,
    ],
  ),
  ...[
    ': ',
    ':',
    '· ',
    '• ',
    '- ',
    '* ',
    '> ',
    '#',
    '= ',
    '1. ',
    '10. ',
    '2) ',
    '(3) ',
    '**4.** ',
  ].map((mark): [string, (text: string) => string] => [
    `"${mark}" before it`,
    (text) => mark + text,
  ]),
  ...[
    'Code: ',
    'CODE:',
    'Prepaid code : ',
    'Código: ',
    '**Code:** ',
    '- Code:\u00a0',
    '1. Code: ',
  ].map((mark): [string, (text: string) => string] => [
    `"${mark}" before it`,
    (text) => mark + text,
  ]),
  ...['_', '.', '. ', ' . ', '·', '/', ',', ':', '\u00a0–\u00a0'].map(
    (mark): [string, (text: string) => string] => [
      `"${mark}" between its groups`,
      (text) => text.replaceAll('-', mark),
    ],
  ),
  ['the link around it', link],
  ['a link and what follows', (text) => `See <${link(text)}>\nBalance: 5 dollars`],
  ['a link with a full stop', (text) => `${link(text.toLowerCase())}.`],
  ['the lines of a mail', (text) => `Code: ${text}.`],
]

test.each(copied)('reads a secret with %s', (_, written) => {
  const digits = `48210937${checkOf('48210937')}`
  for (const text of [code, 'J683-PMNW', 'SUMMER-2026', '1B-40-4444']) {
    expect(codeKey(secretText(written(text).length).parse(written(text)))).toBe(codeKey(text))
    expect(codeKey(written(text)), text).toBe(codeKey(text))
  }
  const sticker = digits.replace(/(\d{3})(?=\d)/g, '$1-')
  expect(stickerNumberOf(written(sticker))).toBe(digits)
})

test('checks the length of a secret without the text around it', () => {
  const longest = 'A1'.repeat(32)
  for (const [, written] of copied)
    expect(secretText(64).parse(written(longest))).toMatch(new RegExp(longest, 'i'))
})

test('keeps the lookup key of every code that can be issued', () => {
  const characters = 'AbIiLlOo019-'
  const texts = Array.from({ length: 3000 }, (_, seed) => {
    const text = [...characters.repeat(2)].map(
      (_, at) => characters[(seed * (at + 7) * 31 + at ** 3) % 12],
    )
    return text.join('').slice(0, 6 + (seed % 18))
  })
  const special = [
    '1-CODE-1',
    'CODE-1234',
    'code--12',
    '-LEAD-77',
    'TAIL-77-',
    '10-20-30',
    '-1-ABC-',
  ]
  for (const text of [...texts, ...special]) {
    expect(codeText.parse(text)).toBe(text)
    const key = text.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
    expect(codeKey(text), text).toBe(key)
  }
})

test('refuses punctuation in an issued code, and control characters in any secret', () => {
  for (const text of ['SUMMER.2026', 'SUMMER_2026', '(SUMMER-26)', 'SUMMER/26'])
    expect(codeText.safeParse(text).success, text).toBe(false)
  expect(secretText(64).safeParse(`${code}\u0007`).success).toBe(false)
  expect(secretText(64).safeParse('. ').success).toBe(false)
})

test('reads the secret of a link with any text around it, and keeps its case and marks', () => {
  const secret = '-aB_9-xY_0123456789abcdefGHIJKLM_'
  for (const [before, after] of [
    ...[
      [' ', ' '],
      ['', '\u200b'],
      ['\u2068', '\u2069'],
      ['(', ').'],
      ['“', '”,'],
      ['', '\n'],
    ],
    ...[
      ['https://coinless.example.com/staff-invitation#', ' '],
      ['<https://a.example/b_c#', '>'],
    ],
  ]) {
    expect(linkedSecret(secret.length).parse(`${before}${secret}${after}`)).toBe(secret)
  }
  expect(linkSecret(secret.replaceAll('-', '\u2011'))).toBe(secret)
  expect(linkedSecret(9).safeParse('\u200b').success).toBe(false)
})

test('reads long texts quickly', () => {
  const start = performance.now()
  for (const part of [' ', '-', '( ', '1. ', 'a ', ': ', '#code=', '. ', '1.', '_', '- a'])
    for (const read of [codeKey, linkSecret]) read(part.repeat(16_000 / part.length))
  expect(performance.now() - start).toBeLessThan(4000)
})
