import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['USD', '0.25', 'quarter'],
  ['USD', '1', 'dollar'],
  ['USD', 'Quarter', 'quarter'],
  ['USD', '25 cents', 'quarter'],
  ['CZK', '10.0', '10.00'],
  ['CZK', '1,00 Kč', '1.00'],
  ['JPY', '50.0', '50'],
  ['JPY', '7', '7'],
])('in %s the cell %s is the coin %s', async (code, cell, coin) => {
  vi.stubEnv('CURRENCY', code)
  vi.resetModules()
  const { importFields } = await import('./import-fields.ts')
  const { cellValue } = await import('../../shared/imports/cells.ts')
  const field = importFields.find(({ name }) => name === 'coin_type')
  expect(field && cellValue(field, cell)).toBe(coin)
})
