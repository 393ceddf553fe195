import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Attendance } from './attendance.ts'
import type { AttendanceBook } from './attendance-book.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a controller is written down as heard once a minute, also after the clock of the server was set back', async () => {
  const book = { heard: async () => undefined } as unknown as AttendanceBook
  const attendance = new Attendance(book)
  attendance.heard()
  await attendance.write('one', 'b1')
  vi.advanceTimersByTime(59_000)
  expect(attendance.isDue()).toBe(false)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(attendance.isDue()).toBe(true)
})
