import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { makePool, noTimeouts } from './pool.ts'

const minuteMs = 60_000

// The rest of Node's time goes on, or nothing would come from PostgreSQL.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a connection is kept for five minutes, so that a payment after a pause need not open one', async () => {
  const options = { timeouts: noTimeouts, preparedStatements: true }
  const pool = makePool(inject('postgresUrl'), options)
  const connectionInUse = async () => {
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    client.release()
    return rows[0]?.pid
  }
  const first = await connectionInUse()
  vi.advanceTimersByTime(4.9 * minuteMs)
  expect(await connectionInUse()).toBe(first)
  vi.advanceTimersByTime(5.1 * minuteMs)
  expect(await connectionInUse()).not.toBe(first)
  await pool.end()
})
