import { numberOf } from '@coinless/contract/typed-number.ts'
import { expect, test } from 'vitest'
import { numberText } from './number-shown.ts'

test('a field shows the decimals that belong to it, and never fewer than were written', () => {
  expect(numberText(6, 2, '$')).toBe('$6.00')
  expect(numberText(-2.5, 2, '$')).toBe('-$2.50')
  expect(numberText(0.005, 2, '$')).toBe('$0.005')
  expect(numberText(1.5, 0)).toBe('1.5')
  expect(numberText('abc', 2, '$')).toBe('abc')
})

test('what a field shows is read as the same number', () => {
  for (const value of [0, 0.01, 0.29, 4.35, 2.5, 1000, 9999.99, -1, -0.5, 1234.567]) {
    expect(numberOf(numberText(value, 2, '$'))).toBe(value)
  }
})
