import type { UsageHour } from '@coinless/contract/usage.ts'
import { expect, test } from 'vitest'
import { busiestAndQuietest } from './busiest.ts'

/** A week of one machine with the minutes of some hours, counted from Monday 0. */
function weekOf(minutes: Record<number, number>, available = 60): UsageHour[] {
  return Array.from({ length: 168 }, (_, n) => ({
    ...{ weekday: Math.floor(n / 24) + 1, hour: n % 24, cycles: 0 },
    ...{ minutes_in_use: minutes[n] ?? 30, minutes_available: available, share_in_use: null },
  }))
}

test('finds the busiest and the quietest two hours of a day', () => {
  const saturday = 5 * 24
  const hours = weekOf({ [saturday + 10]: 60, [saturday + 11]: 40, 27: 0, 28: 6 })
  expect(busiestAndQuietest(hours)).toEqual([
    { weekday: 6, from: 10, end: 12, share: 100 / 120 },
    { weekday: 2, from: 3, end: 5, share: 0.05 },
  ])
})

test('never spans midnight, and prefers the first of equal hours', () => {
  const hours = weekOf({ 23: 60, 24: 60, 167: 60 })
  expect(busiestAndQuietest(hours)).toEqual([
    { weekday: 1, from: 22, end: 24, share: 0.75 },
    { weekday: 1, from: 0, end: 2, share: 0.5 },
  ])
})

test('skips hours without machines, and finds nothing if none was used', () => {
  const all = Object.fromEntries(Array.from({ length: 168 }, (_, n) => [n, 0]))
  expect(busiestAndQuietest(weekOf(all))).toBeUndefined()
  expect(busiestAndQuietest(weekOf(all, 0))).toBeUndefined()
  const [first, second] = weekOf({ 0: 60, 1: 60 })
  const some = [first, second, ...weekOf(all, 0).slice(2)] as UsageHour[]
  const only = { weekday: 1, from: 0, end: 2, share: 1 }
  expect(busiestAndQuietest(some)?.[0]).toEqual(only)
})
