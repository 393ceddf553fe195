import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'

const server = testApp()
const minuteMs = 60_000

// The rest of Node's time goes on, or nothing would come from PostgreSQL.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function connectionInUse(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
    server.database,
  )
  return rows[0]?.pid ?? 0
}

test('a connection is kept for five minutes, so that a payment after a pause need not open one', async () => {
  const first = await connectionInUse()
  vi.advanceTimersByTime(4.9 * minuteMs)
  expect(await connectionInUse()).toBe(first)
  vi.advanceTimersByTime(5.1 * minuteMs)
  expect(await connectionInUse()).not.toBe(first)
})
