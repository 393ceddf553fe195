import { expect, test } from 'vitest'
import { linesFor } from './chart-scale.ts'

test('has lines at round amounts from below the lowest to above the highest value', () => {
  expect(linesFor([0, 12.5, 37])).toEqual([0, 10, 20, 30, 40])
  expect(linesFor([3, 1999])).toEqual([0, 500, 1000, 1500, 2000])
  expect(linesFor([1_000_000])).toEqual([0, 500_000, 1_000_000])
})

test('reaches below 0 for more refunds than revenue, and always has a line at 0', () => {
  expect(linesFor([-7, 12])).toEqual([-10, -5, 0, 5, 10, 15])
  expect(linesFor([-3])).toEqual([-3, -2, -1, 0])
})

test('has a scale for no revenue and the smallest amounts', () => {
  expect(linesFor([])).toEqual([0, 0.5])
  expect(linesFor([0, 0])).toEqual([0, 0.5])
  expect(linesFor([0.01])).toEqual([0, 0.01])
})
