import { afterEach, expect, test, vi } from 'vitest'
import { waitMs } from './line.ts'

afterEach(() => vi.restoreAllMocks())

test.each([0, 0.5, 0.999])('waits within the bounds of its pause (random %d)', (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  expect(waitMs(1006, 20_000)).toBeGreaterThanOrEqual(10_000)
  expect(waitMs(1006, 20_000)).toBeLessThan(30_000)
  expect(waitMs(4401, 1000)).toBeGreaterThanOrEqual(5 * 60_000)
})
