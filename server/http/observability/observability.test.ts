import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeDevice, makeLandlord, termsOf } from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'
import { callTimeouts } from '../../platform/database/pool.ts'
import { makeLogger } from './logger.ts'
import { addProcessMetrics, makeMetrics } from './metrics.ts'
import { watchQueries } from './queries.ts'

const token = 'metrics-of-the-tests'
const server = testApp({ metricsToken: token })
const closed = testApp()

describe('the metrics', () => {
  test('require their token', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer metrics-of-a-guess']) {
      const { statusCode, body } = await server.app.inject({
        url: '/metrics',
        headers: { ...(authorization && { authorization }) },
      })
      expect([statusCode, body]).toEqual([401, ''])
    }
    const { headers } = await closed.app.inject({ url: '/metrics' })
    expect(headers['content-type']).not.toContain('version=0.0.4')
  })

  test('count calls by route and status, without values of a call', async () => {
    const owner = await makeLandlord(server)
    const device = await makeDevice(server, owner)
    const code = await makeCode(server, owner)
    const body = { ...termsOf(device), prepaid_code: code.code }
    const one = await server.replica()
    const headers = { authorization: `Bearer ${owner.token}` }
    await one.inject({ method: 'POST', url: '/api/payments/prepaid', headers, payload: body })
    await one.inject({ url: `/api/devices/${device.id}?search=${code.code}` })
    await one.inject({ method: 'POST', url: '/api/payments/card', headers, payload: {} })
    const asked = { url: '/metrics', headers: { authorization: `Bearer ${token}` } }
    const { body: text } = await one.inject(asked)
    await one.close()
    const labels = (route: string, status: number) => `route="/api${route}",status="${status}"`
    expect(text).toContain(`_count{method="POST",${labels('/payments/prepaid', 201)}} 1`)
    expect(text).toContain(`_count{method="GET",${labels('/devices/:id', 401)}} 1`)
    expect(text).toContain(`payments_total{method="prepaid_code",outcome="accepted"} 1`)
    expect(text).toContain(`payments_total{method="card",outcome="refused"} 1`)
    expect(text).toMatch(
      /^coinless_build_info\{version="\d+\.\d+\.\d+(-rc\.\d+)?",node_version="[\d.]+"\} 1$/m,
    )
    for (const value of [device.id, code.code, owner.email]) expect(text).not.toContain(value)
  })

  test('include every metric of the Grafana dashboard', async () => {
    const file = new URL('../../../docs/operate/grafana-dashboard.json', import.meta.url)
    const dashboard = JSON.stringify(JSON.parse(await readFile(file, 'utf8')))
    const shown = new Set(dashboard.match(/\b(coinless|nodejs|process)_[a-z0-9_]+/g))
    const { registry } = makeMetrics()
    addProcessMetrics({ registry })
    const known = registry.getMetricsAsArray().map(({ name }) => name)
    const unknown = [...shown].filter(
      (name) => !known.includes(name.replace(/_(bucket|count|sum)$/, '')),
    )
    expect(shown.size).toBeGreaterThan(5)
    expect(unknown).toEqual([])
  })

  test('end in _total only if they are counters, as promtool requires', async () => {
    const { registry } = makeMetrics()
    addProcessMetrics({ registry })
    const all = (await registry.metrics()).match(/^# TYPE .+/gm) ?? []
    expect(all.length).toBeGreaterThan(30)
    expect(all.filter((line) => /_total /.test(line) !== / counter$/.test(line))).toEqual([])
  })
})

// id: observability-1
test('logs and counts a slow query with its text but without its values', async () => {
  const lines: string[] = []
  const logger = makeLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const counted = makeMetrics()
  const observe = watchQueries(counted, logger, 1)
  const database = connect(server.url, callTimeouts, { observe })
  await sql`select pg_sleep(0.01), ${'a secret value'} as value`.execute(database)
  await expect(sql`select no_such_column`.execute(database)).rejects.toThrow('no_such_column')
  await database.destroy()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'slow query',
    statement: 'select pg_sleep(0.01), $1 as value',
    durationMs: expect.any(Number),
  })
  expect(lines.join()).not.toContain('a secret value')
  const text = await counted.registry.metrics()
  expect(text).toContain('coinless_database_failed_queries_total 1')
  expect(text).toMatch(/coinless_database_slow_queries_total [1-9]/)
})

test('leaves row values in PostgreSQL errors out of the log', () => {
  const lines: string[] = []
  const logger = makeLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (lookup_key)=(A-SECRET-CODE) already exists.',
    where: 'A-SECRET-CODE',
  })
  logger.error({ err }, 'unexpected error')
  expect(lines.join()).toContain('23505')
  expect(lines.join()).not.toContain('A-SECRET-CODE')
})
