import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountUpTo } from './fields.ts'
import { formatAmount, type NumericText, sumOfAmounts, toMinor } from './money.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })

test('converts dollars to whole cents without rounding errors', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(toMinor(amount / 100)).toBe(amount)
      expect(toMinor((amount / 100).toFixed(2) as NumericText)).toBe(amount)
    }),
  )
})

test('accepts dollars with at most two decimals within the limit', () => {
  const schema = amountUpTo(toMinor(10))
  for (const value of [0, 0.01, 2.5, 0.07, 9.99, 10])
    expect(schema.safeParse(value).success).toBe(true)
  for (const value of [-0.01, 10.01, 0.001, 2.505, 0.1 + 0.2, Number.NaN, 1e-7, '2.50']) {
    expect(schema.safeParse(value).success).toBe(false)
  }
})

test('accepts every amount of whole cents', () => {
  const schema = amountUpTo(toMinor(1_000_000))
  fc.assert(fc.property(cents, (amount) => schema.safeParse(amount / 100).success))
})

test('formats amounts with two decimals', () => {
  expect(formatAmount(toMinor(0))).toBe('$0.00')
  expect(formatAmount(toMinor(2.5))).toBe('$2.50')
  expect(formatAmount(toMinor(1234567.8))).toBe('$1,234,567.80')
  expect(formatAmount(toMinor(-2.5))).toBe('-$2.50')
})

test('sums dollars exactly', () => {
  expect(sumOfAmounts([0.1, 0.2, 0.3])).toBe(0.6)
  expect(sumOfAmounts(Array.from({ length: 1000 }, () => 0.01))).toBe(10)
  expect(sumOfAmounts([])).toBe(0)
})
