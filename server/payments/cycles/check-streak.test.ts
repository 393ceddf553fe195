import { afterEach, expect, test, vi } from 'vitest'
import { CheckStreak } from './check-streak.ts'

afterEach(() => vi.useRealTimers())

test('counts time since the first check, and restarts after a pause above five seconds', () => {
  vi.useFakeTimers()
  const looking = new CheckStreak()
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return looking.extend()
  }
  expect([after(0), after(5000), after(5000), after(5001), after(1000)]).toEqual([
    0, 5000, 10_000, 0, 1000,
  ])
})
