import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { amountUpTo } from './fields.ts'
import { type NumericText, sumOfAmounts, toMinor } from './money.ts'

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

test('sums dollars exactly', () => {
  expect(sumOfAmounts([0.1, 0.2, 0.3])).toBe(0.6)
  expect(sumOfAmounts(Array.from({ length: 1000 }, () => 0.01))).toBe(10)
  expect(sumOfAmounts([])).toBe(0)
})

describe('in another currency', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  async function moneyIn(code: string) {
    vi.stubEnv('CURRENCY', code)
    vi.resetModules()
    return { ...(await import('./money.ts')), ...(await import('./fields.ts')) }
  }

  test.each([
    ['CHF', 1234.5, 123_450, '1234.50'],
    ['JPY', 1250, 1250, '1250'],
  ])('%s %d is %d minor units', async (code, amount, minor, plain) => {
    const { fromMinor, plainAmount, toMinor } = await moneyIn(code)
    expect([toMinor(amount), fromMinor(toMinor(amount))]).toEqual([minor, amount])
    expect(plainAmount(amount)).toBe(plain)
  })

  test('refuses decimals that the currency does not have', async () => {
    const { amountUpTo, amountAboveZero, toMinor } = await moneyIn('JPY')
    const accepted = (amount: number) => amountUpTo(toMinor(1000)).safeParse(amount).success
    expect([250, 250.5, 1000, 1001].map(accepted)).toEqual([true, false, true, false])
    expect(
      [0, 0.5, 1].map((amount) => amountAboveZero(toMinor(9)).safeParse(amount).success),
    ).toEqual([false, false, true])
  })
})
