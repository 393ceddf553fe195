import { numberOf } from '@coinless/contract/typed-number.ts'
import { expect, test } from 'vitest'
import { numberText } from './number-shown.ts'

test('shows the decimals of its field, and never fewer than typed', () => {
  expect(numberText(6, 2, '$')).toBe('$6.00')
  expect(numberText(-2.5, 2, '$')).toBe('-$2.50')
  expect(numberText(0.005, 2, '$')).toBe('$0.005')
  expect(numberText(1.5, 0)).toBe('1.5')
  expect(numberText('abc', 2, '$')).toBe('abc')
})

test('reads a shown number as the same number', () => {
  for (const value of [0, 0.01, 0.29, 4.35, 2.5, 1000, 9999.99, -1, -0.5, 1234.567]) {
    expect(numberOf(numberText(value, 2, '$'))).toBe(value)
  }
})
