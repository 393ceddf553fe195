import { afterEach, describe, expect, test, vi } from 'vitest'
import { isAmbiguous, numberOf } from './typed-number.ts'

test.each([
  ['6', 6],
  ['12.5', 12.5],
  ['3.50', 3.5],
  ['0,50', 0.5],
  ['0,500', 0.5],
  ['0.500', 0.5],
  ['0.005', 0.005],
  ['.5', 0.5],
  [',5', 0.5],
  ['5.', 5],
  ['500,00', 500],
  ['1500', 1500],
  ['1500,00', 1500],
  ['1234,500', 1234.5],
  ['1,500.25', 1500.25],
  ['1.500,25', 1500.25],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['1 234,50', 1234.5],
  ['1\u202f234,50', 1234.5],
  ['12 500', 12_500],
  ['$2.75', 2.75],
  ['2,75 $', 2.75],
  ['2.75 USD', 2.75],
  ['usd 2.75', 2.75],
  ['$-2.75', -2.75],
  ['1’234.50', 1234.5],
  ['-$2.75', -2.75],
  ['−2,5', -2.5],
  [' 2,5 ', 2.5],
  ['-1', -1],
  ['１２', 12],
  ['１，２３４．５', 1234.5],
  ['＄２．７５', 2.75],
  ['－３', -3],
  ['\u202a$2.75\u202c', 2.75],
  ['1\u00ad2', 12],
  ['99999', 99_999],
])('reads %s as %d', (text, value) => {
  expect([numberOf(text), isAmbiguous(text)]).toEqual([value, false])
})

// id: typed-number-1
test.each(['1,500', '1.500', '1.000', '-12.500', '$999,999', '10,000 $', '+1,234'])(
  'refuses %s, which is ambiguous',
  (text) => {
    expect([numberOf(text), isAmbiguous(text)]).toEqual([text, true])
  },
)

test.each([
  ...['', '.', ',', '$', '-', 'abc', '1e3', '1 2', '1.2.3', '1,2,3', '--1', '12,34,5', '0x10'],
  ...['Infinity', '0,123,456', '1,234.567,8', '1.234,567.8', '1234,567,890', '1,,5', '1..5', '٣'],
  ...['5²', '①', '½'],
])('leaves "%s", which is not a number, unchanged', (text) => {
  expect(numberOf(text)).toBe(text.trim())
})

describe('in a currency without decimals', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  test.each([
    ['1,500', 1500],
    ['1.500', 1500],
    ['¥1,500', 1500],
    ['￥300', 300],
    ['300 JPY', 300],
    ['1,234,567', 1_234_567],
    ['2.5', 2.5],
  ])('reads %s as %d', async (text, value) => {
    vi.stubEnv('CURRENCY', 'JPY')
    vi.resetModules()
    expect((await import('./typed-number.ts')).numberOf(text)).toBe(value)
  })
})
