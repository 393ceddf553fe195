import { afterEach, expect, test, vi } from 'vitest'
import { currencies, currencyCodes } from './currencies.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each(currencyCodes)('%s has a usual price that its coins pay', async (code) => {
  vi.stubEnv('CURRENCY', code)
  vi.resetModules()
  const { currency } = await import('./currency.ts')
  const { coinTypes, pulsesFor, usual } = await import('./coins.ts')
  const { fromMinor, toMinor } = await import('./money.ts')
  expect(currency.code).toBe(code)
  expect([0, 2]).toContain(currency.decimals)
  expect(currencies[code]?.coins.every((coin) => fromMinor(toMinor(coin)) === coin)).toBe(true)
  expect(pulsesFor(usual.price, usual.coin)).toBeGreaterThan(0)
  expect(new Set(coinTypes).size).toBe(currencies[code]?.coins.length)
})

test('names the coins of dollars, and others by value', async () => {
  expect((await import('./coins.ts')).coinTypes).toEqual(['quarter', 'dollar'])
  vi.stubEnv('CURRENCY', 'EUR')
  vi.resetModules()
  const { coinTypes, usual } = await import('./coins.ts')
  expect(coinTypes).toEqual(['0.10', '0.20', '0.50', '1.00', '2.00'])
  expect(usual).toEqual({ price: 2.5, coin: '0.50', balance: 2.5 })
})
