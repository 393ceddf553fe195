import { expect, test } from 'vitest'
import { numberOf, numberText } from './number-text.ts'

test.each([
  ['6', 6],
  ['25', 25],
  ['12.5', 12.5],
  ['3.50', 3.5],
  ['10', 10],
  ['$2.75', 2.75],
  ['-$2.75', -2.75],
  [' 2,5 ', 2.5],
  ['1,500', 1500],
  ['1,500.25', 1500.25],
  ['0.005', 0.005],
  ['.5', 0.5],
  ['-1', -1],
  ['99999', 99_999],
])('%s is the number %d', (text, value) => {
  expect(numberOf(text)).toBe(value)
})

test.each([
  '',
  'abc',
  '1e3',
  '1 2',
  '1.2.3',
  '--1',
  '12,34,5',
  '0x10',
  'Infinity',
  '1.000',
  '-12.500',
])('"%s" is no number and stays as it was written', (text) => {
  expect(numberOf(text)).toBe(text)
})

test('a field shows the decimals that belong to it, and never fewer than were written', () => {
  expect(numberText(6, 2, '$')).toBe('$6.00')
  expect(numberText(-2.5, 2, '$')).toBe('-$2.50')
  expect(numberText(0.005, 2, '$')).toBe('$0.005')
  expect(numberText(1.5, 0)).toBe('1.5')
  expect(numberText('abc', 2, '$')).toBe('abc')
})

test('what a field shows is read as the same number', () => {
  for (const value of [0, 0.01, 0.29, 4.35, 2.5, 1000, 9999.99, -1, -0.5, 1.005]) {
    expect(numberOf(numberText(value, 2, '$'))).toBe(value)
  }
})
