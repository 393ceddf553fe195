import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Burst } from './burst.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('ends a burst of a thousand once, ten seconds after its last event', () => {
  let over = 0
  const burst = new Burst(() => over++)
  const come = (count: number) => Array.from({ length: count }, () => burst.extend())
  come(999)
  vi.advanceTimersByTime(60_000)
  expect(over).toBe(0)
  come(1)
  vi.advanceTimersByTime(9000)
  come(1)
  vi.advanceTimersByTime(9000)
  expect(over).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(over).toBe(1)
  come(999)
  vi.advanceTimersByTime(60_000)
  expect(over).toBe(1)
})
