import { afterEach, expect, test, vi } from 'vitest'
import { Looking } from './looking.ts'

afterEach(() => vi.useRealTimers())

test('whoever looks without a pause has looked since the first time; a pause of more than five seconds ends that', () => {
  vi.useFakeTimers()
  const looking = new Looking()
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return looking.goesOn()
  }
  expect([after(0), after(5000), after(5000), after(5001), after(1000)]).toEqual([
    0, 5000, 10_000, 0, 1000,
  ])
})
