import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { boundsOf } from '../../server/http/routing/bounds.ts'
import { jsonSchema } from '../../server/http/routing/schemas.ts'
import { testApp } from '../support/app.ts'
import { bestRound, roundMsMax } from '../support/event-loop.ts'
import { restoredWorld } from '../support/restored-world.ts'
import type { Row } from '../support/row.ts'
import { callName, everyRow, servedBy } from '../support/valid-calls.ts'
import type { World } from '../support/world.ts'
import { worstBodies } from '../support/worst-bodies.ts'

const server = testApp()
const partBytes = 64 * 1024

const restored = restoredWorld(server)

let world: World
beforeAll(async () => {
  world = await restored()
})

const withBodies = new Map(
  everyRow
    .filter((row) => {
      const { method, may } = row.endpoint
      return method !== 'GET' && (may === 'anyone' || servedBy(row).length > 0)
    })
    .map((row) => [callName(row.endpoint), row] as const),
)

async function send(row: Row, payload: Buffer) {
  const { endpoint, send: make } = row
  const { params = {}, query = {} } = make?.(world) ?? {}
  const [caller] = endpoint.may === 'anyone' ? [] : servedBy(row)
  const token = caller && world.as[caller]?.token
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? '')),
  )
  return server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query: query as Record<string, string>,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.takesIdempotencyKey && { 'idempotency-key': randomUUID() }),
    },
    payload: Readable.from(arriving(payload)),
  })
}

/** Sends a body in parts, as a network does. */
async function* arriving(payload: Buffer) {
  for (let at = 0; at < payload.length; at += partBytes) {
    yield payload.subarray(at, at + partBytes)
    await setImmediate()
  }
}

describe('the worst bodies of an endpoint block no other calls', () => {
  test.each([...withBodies])('%s', async (_name, row) => {
    const { endpoint } = row
    const { bytes } = boundsOf(endpoint)
    const schema = jsonSchema(endpoint.body, 'input')
    const fitting = row.send?.(world).body
    const slow: string[] = []
    for (const { name, json } of worstBodies(schema, fitting, bytes)) {
      const payload = Buffer.from(json)
      let status = 0
      const ms = await bestRound(async () => {
        status = (await send(row, payload)).statusCode
      })
      expect(status, name).toBeLessThan(500)
      if (ms > roundMsMax) slow.push(`${name}: ${Math.round(ms)} ms, ${status}`)
      if (status < 300 || status === 401) world = await restored()
    }
    expect(slow).toEqual([])
  })
})
