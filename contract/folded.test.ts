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
  ['οδος', 'ΟΔΟΣ'],
  ['елка', 'Ёлка'],
])('finds by %s what is written as %s', (search, text) => {
  expect(isPartOf(search, text)).toBe(true)
})

test('keeps letters of other scripts, and changes what is folded no more', () => {
  for (const text of ['한국어', 'かな', 'ქართული', '中文', 'עברית']) {
    expect(folded(text)).toBe(text.normalize('NFKC'))
    expect(folded(folded(text))).toBe(folded(text))
  }
  expect(isPartOf('jose', 'Josef', 'x')).toBe(true)
  expect(isPartOf('jose', 'Joan')).toBe(false)
})
