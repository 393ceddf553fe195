import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { payments } from '@coinless/contract/payments.ts'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeDevice, makeLandlord, termsOf } from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'
import { callTimeouts } from '../../platform/database/pool.ts'
import { startTracing, traceQuery } from './tracing.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: { key: string; value: object }[]
}

const received: ReceivedSpan[] = []
const collector: Server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
  for (const { scopeSpans } of resourceSpans) {
    for (const { spans } of scopeSpans) received.push(...spans)
  }
  response.setHeader('content-type', 'application/json').end('{}')
})
const server = testApp({ traceEndpoint: 'http://collector.example' })
afterAll(() => collector.close())
const start = () => startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)

test('traces a payment with its caller and its statements, without values of either', async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  // Starts a second time in this process.
  await (await start())()
  const stop = await start()
  const database = connect(server.url, callTimeouts, { observe: traceQuery })
  const app = await server.replica({ database })
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const code = await makeCode(server, owner)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api${payments.prepaid.path}`,
    headers: {
      authorization: `Bearer ${owner.token}`,
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    payload: { ...termsOf(device), prepaid_code: code.code },
  })
  expect(statusCode).toBe(201)
  await Promise.all([app.close(), database.destroy()])
  await stop()
  const spans = received.filter((span) => span.traceId === traceId)
  const call = spans.find(({ name }) => name === 'POST /api/payments/prepaid')
  expect(call?.parentSpanId).toBe('b7ad6b7169203331')
  expect(call?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 201 },
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(statements.length).toBeGreaterThanOrEqual(2)
  const text = JSON.stringify(spans)
  expect(text).toContain('insert into ledger_entries')
  for (const value of [code.code, device.id, owner.email, owner.token]) {
    expect(text).not.toContain(value)
  }
})
