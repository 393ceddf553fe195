import type { Language } from '@coinless/contract/languages.ts'
import { numberOf } from '@coinless/contract/typed-number.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { setTexts } from '../texts/texts.ts'
import { numberText } from './number-shown.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setTexts('en')
})

function inRegion(tag: string) {
  vi.stubGlobal('navigator', { languages: [tag] })
  setTexts(tag.slice(0, 2) as Language)
}

test('shows the decimals of its field, and never fewer than typed', () => {
  expect(numberText(6, 2, true)).toBe('$6.00')
  expect(numberText(-2.5, 2, true)).toBe('-$2.50')
  expect(numberText(0.005, 2, true)).toBe('$0.005')
  expect(numberText(1.5, 0)).toBe('1.5')
  expect(numberText('abc', 2, true)).toBe('abc')
  inRegion('es-ES')
  expect(numberText(12_345.5, 2, true)).toBe('12345,50')
  inRegion('es-AR')
  expect(numberText(-12_345.5, 2, true)).toBe('-$\u00a012345,50')
})

test.each([
  'en-US',
  'es-ES',
  'es-AR',
  'es-CR',
  'de-DE',
  'de-CH',
  'fr-FR',
  'fr-CA',
  'pt-BR',
  'pt-PT',
])('reads a number shown in %s as the same number', (tag) => {
  inRegion(tag)
  for (const value of [0, 0.01, 0.29, 4.35, 2.5, 1000, 9999.99, -1, -0.5, 1234.567]) {
    expect(numberOf(numberText(value, 2, true))).toBe(value)
  }
})
