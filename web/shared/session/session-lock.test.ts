import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'

const name = 'coinless-session'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', fakeStorage())
  // A page over plain HTTP on another host than localhost.
  vi.stubGlobal('navigator', {})
})

afterEach(() => vi.useRealTimers())

async function newTab() {
  vi.resetModules()
  const { withTabLock } = await import('./session-lock.ts')
  return withTabLock
}

test('renews in one of ten tabs at a time without browser locks', async () => {
  const tabs = await Promise.all(Array.from({ length: 10 }, newTab))
  let working = 0
  let most = 0
  const done = tabs.map((oneTabAtATime) =>
    oneTabAtATime(async () => {
      most = Math.max(most, ++working)
      await new Promise((resolve) => setTimeout(resolve, 500))
      working--
    }),
  )
  await vi.runAllTimersAsync()
  await Promise.all(done)
  expect([most, localStorage.length]).toEqual([1, 0])
})

test.each([
  ['closed', () => `closed ${Date.now() + 10_000}`],
  ['whose clock was ahead', () => `ahead ${Date.now() + 86_400_000}`],
  ['of something else', () => 'nonsense'],
])('does not wait long for a lease of a tab that was %s', async (_which, left) => {
  localStorage.setItem(name, left())
  const oneTabAtATime = await newTab()
  const done = oneTabAtATime(async () => 'renewed')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await done).toBe('renewed')
  expect(localStorage.length).toBe(0)
})

test('releases the lease after a failed renewal', async () => {
  const oneTabAtATime = await newTab()
  const failed = expect(oneTabAtATime(() => Promise.reject(new Error('down')))).rejects.toThrow(
    'down',
  )
  await vi.runAllTimersAsync()
  await failed
  expect(localStorage.length).toBe(0)
})
