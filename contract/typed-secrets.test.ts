import { expect, test } from 'vitest'
import { checkOf, stickerNumberOf } from './sticker-numbers.ts'
import { secretText } from './typed-fields.ts'
import { codeKey } from './typed-secrets.ts'

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

test('judges the length of a secret as it was meant', () => {
  const parsed = secretText(code.length).parse(
    `\ufeff“${code.replaceAll('-', '\u00ad\u2011')}”\u200b`,
  )
  expect(parsed).toBe(code)
  expect(secretText(4).safeParse('\u200b').success).toBe(false)
})

test('reads a sticker number with any of them', () => {
  const digits = `48210937${checkOf('48210937')}`
  for (const between of ['–', '\u2011', '\u00a0', '\u200b', '.', '−']) {
    expect(stickerNumberOf(`“${digits.replace(/(\d{3})(?=\d)/g, `$1${between}`)}”`)).toBe(digits)
  }
})
