import { expect, test } from 'vitest'
import { setTexts } from '../../shared/texts/texts.ts'
import { changeFrom, datesOf } from './comparison.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')
const year = 2026

test.each([
  ['2026-10-01', '2026-10-26', 'Oct 1–26', '1–26 oct'],
  ['2026-10-01', '2026-10-01', 'Oct 1', '1 oct'],
  ['2026-09-28', '2026-10-04', 'Sep 28 – Oct 4', '28 sept – 4 oct'],
  ['2025-11-01', '2025-11-26', 'Nov 1–26, 2025', '1–26 nov 2025'],
  ['2025-01-01', '2025-12-31', 'Jan 1 – Dec 31, 2025', '1 ene – 31 dic 2025'],
  ['2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4, 2026', '29 dic 2025 – 4 ene 2026'],
])('names %s to %s by its dates', (from, until, inEnglish, inSpanish) => {
  for (const [language, name] of [
    ['en', inEnglish],
    ['es', inSpanish],
  ] as const) {
    setTexts(language)
    const shown = datesOf({ from, until }, year)
    expect(plain(shown)).toBe(name)
    // A line may end only after the dash between two dates.
    expect(
      shown
        .split(' ')
        .slice(0, -1)
        .every((part) => part.endsWith('–')),
    ).toBe(true)
  }
})

test.each([
  [100, 112, '+12%'],
  [100, 50, '-50%'],
  [100, 0, '-100%'],
  [100, -20, '-120%'],
  [100, 100, '0%'],
  [1000, 1001, '0%'],
  [0.01, 5000, '>+999%'],
  [0, 5, '–'],
  [0, 0, '–'],
  [-3, 5, '–'],
])('from %d to %d is %s', (before, now, change) => {
  for (const language of ['en', 'es'] as const) {
    setTexts(language)
    expect(changeFrom(before, now)).toBe(change)
  }
})
