import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { makePool, noTimeouts } from './pool.ts'

const minuteMs = 60_000
const options = { timeouts: noTimeouts, preparedStatements: true }

// Other timers stay real, or PostgreSQL would not answer.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('keeps an idle connection for five minutes', async () => {
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

test('keeps a connection that opens after its caller timed out', async () => {
  const url = new URL(inject('postgresUrl'))
  const { port, hostname } = url
  let seen = () => {}
  const network = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('data', (data) => {
      if (data.includes('pg_is_in_recovery')) seen()
      far.write(data)
    })
    far.on('data', (data) => near.write(data))
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  await once(network.listen(0, '127.0.0.1'), 'listening')
  url.port = `${(network.address() as AddressInfo).port}`
  const pool = makePool(url.href, options)
  const take = () => pool.connect() as Promise<pg.PoolClient>
  const [broken, ...others] = await Promise.all(Array.from({ length: 10 }, take))

  const waiting = expect(take()).rejects.toThrow('timeout exceeded')
  seen = () => vi.advanceTimersByTime(minuteMs)
  broken?.release(true)
  await waiting
  for (const other of others) other.release()
  seen = () => {}
  for (const one of await Promise.all(Array.from({ length: 10 }, take))) one.release()
  await pool.end()
  network.close()
})
