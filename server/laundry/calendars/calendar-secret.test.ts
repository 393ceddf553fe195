import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { calendarCalls } from '../../../test/support/calendars.ts'
import { makeUser } from '../../../test/support/make.ts'
import { Problems } from '../../http/observability/problems.ts'
import { startTracing, traceQuery } from '../../http/observability/tracing.ts'
import { connect } from '../../platform/database/connection.ts'
import { callTimeouts } from '../../platform/database/pool.ts'

const metricsToken = 'metrics-of-the-tests'
const server = testApp({ metricsToken, traceEndpoint: 'http://collector.example' })
const { create } = calendarCalls(server)

/** Calls with a secret in the path: valid, misspelled, encoded, cut short, and failing. */
const addressesOf = (secret: string) => [
  `/api/calendars/${secret}`,
  `/api/calendars/${secret}.ics`,
  `/api/calendars/${secret}/events`,
  `/api/calendars?${secret}`,
  `/api/calendar/${secret}`,
  `/calendars/${secret}`,
  `/api/calendars/${secret.replaceAll('_', '%5F')}`,
  `/api/calendars/${secret.replaceAll('_', '%2F')}`,
  `/api/calendars/${secret}%`,
]

/** A collector of traces. @returns what it has received */
async function collectTraces() {
  const received: string[] = []
  const collector = createServer(async (request, response) => {
    for await (const part of request) received.push(String(part))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  onTestFinished(() => void collector.close())
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const stop = await startTracing(`http://127.0.0.1:${port}`)
  return { stop, text: () => received.join('') }
}

// id: calendars-5
test('appears in no log, trace, metric or error report', async () => {
  const { secret } = await create(await makeUser(server))
  const traces = await collectTraces()
  const problems = new Problems()
  const database = connect(server.url, callTimeouts, { observe: traceQuery })
  const app = await server.replica({ database, problems })
  const ask = async (url: string) => (await app.inject({ url })).statusCode
  for (const url of addressesOf(secret)) await ask(url)
  await server.asOwner('alter table calendars rename to gone')
  expect(await ask(`/api/calendars/${secret}`)).toBe(500)
  await server.asOwner('alter table gone rename to calendars')
  const metrics = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  await problems.keep(server.database)
  await app.close()
  await database.destroy()
  await traces.stop()

  const log = server.secrets.log()
  const reports = await server.database.selectFrom('server_problems').selectAll().execute()
  expect(log).toContain('"path":"/api/calendars/…"')
  expect(log).toContain('unexpected error')
  expect(traces.text()).toContain('GET /api/calendars/:feed_secret')
  expect(metrics.body).toContain('route="/api/calendars/:feed_secret",status="200"')
  expect(reports).toMatchObject([{ source: 'GET /api/calendars/:feed_secret' }])
  const random = secret.slice(-43)
  for (const text of [log, traces.text(), metrics.body, JSON.stringify(reports)]) {
    expect(text).not.toContain(random)
  }
})
