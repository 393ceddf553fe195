import { expect, test } from 'vitest'
import { nearestPrices, pulsesFor } from './coins.ts'

test.each([
  [2.5, 'quarter', 10],
  [2.6, 'quarter', null],
  [0.25, 'quarter', 1],
  [0, 'quarter', null],
  [250, 'quarter', 1000],
  [250.25, 'quarter', null],
  [3, 'dollar', 3],
  [2.5, 'dollar', null],
  [1000, 'dollar', 1000],
] as const)('$%s is %s coins: %s pulses', (price, coin, pulses) => {
  expect(pulsesFor(price, coin)).toBe(pulses)
})

test.each([
  [2.6, 'quarter', 250, 275],
  [0.1, 'quarter', null, 25],
  [0, 'dollar', null, 100],
  [2.5, 'dollar', 200, 300],
  [9999.99, 'quarter', 25_000, null],
] as const)(
  'the nearest prices to $%s in %s coins are %s and %s cents',
  (price, coin, below, above) => {
    expect(nearestPrices(price, coin)).toEqual({ below, above })
  },
)
