import { expect, test } from 'vitest'
import { folded, isPartOf } from './folded.ts'

test.each([
  ['jose', 'José'],
  ['JOSÉ', 'Jose\u0301'],
  ['waschkuche', 'Waschküche'],
  ['strasse', 'STRAẞE'],
  ['Straße', 'Strasse 7'],
  ['Sorensen', 'Sørensen'],
  ['lodz', 'Łódź'],
  ['istanbul', 'İSTANBUL'],
  ['aero', 'Æro'],
  ["o'brien", 'O’Brien'],
  ['anna-lena', 'Anna‑Lena'],
  ['waschkuche', 'Wasch\u00adküche'],
  ['\u200ejose\u200f', 'José'],
  ['\u202ajose\u202c \u061c', 'José'],
  ['j\u2063ose', 'José'],
  ['anna  lena', 'Anna Lena'],
  ['anna\tlena ', 'Anna Lena'],
  ['anna  lena', 'Anna  Lena'],
  ['מכונה 1', 'מכונה 1'],
  ['מכונה\u200f 1', 'מכונה\u200f 1'],
  ...[...'`´ʹ′‛＇‘’'].map((mark): [string, string] => [`o${mark}brien`, 'O’Brien']),
  ['O`Brien', 'O`Brien'],
  ['οδος', 'ΟΔΟΣ'],
  ['елка', 'Ёлка'],
])('finds %s in %s', (search, text) => {
  expect(isPartOf(search, text)).toBe(true)
})

test('keeps letters of other scripts, and is idempotent', () => {
  for (const text of ['한국어', 'かな', 'ქართული', '中文', 'עברית']) {
    expect(folded(text)).toBe(text.normalize('NFKC'))
    expect(folded(folded(text))).toBe(folded(text))
  }
  expect(isPartOf('jose', 'Josef', 'x')).toBe(true)
  expect(isPartOf('jose', 'Joan')).toBe(false)
})
