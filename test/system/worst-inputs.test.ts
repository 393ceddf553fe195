import { once } from 'node:events'
import { maxHeaderSize } from 'node:http'
import { fromController, protocol, shellyPath } from '@coinless/contract/controller-protocol.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import Stripe from 'stripe'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { makeMetrics } from '../../server/http/observability/metrics.ts'
import { jsonSchema } from '../../server/http/routing/schemas.ts'
import { MqttBox } from '../../server/machines/drivers/mqtt-box.ts'
import { PresenceWriter } from '../../server/machines/drivers/presence-writer.ts'
import { eventIn } from '../../server/platform/card-processors/stripe-webhook.ts'
import { Refusal } from '../../server/platform/refusals/refusal.ts'
import { testApp } from '../support/app.ts'
import { bestRound, roundMsMax } from '../support/event-loop.ts'
import { makeController, makeLandlord, makeUser } from '../support/make.ts'
import type { Row } from '../support/row.ts'
import { callName, everyRow, servedBy } from '../support/valid-calls.ts'
import { makeWorld, type World } from '../support/world.ts'
import { worstBodies } from '../support/worst-bodies.ts'
import { worstHeaders, worstParts, worstQueries } from '../support/worst-inputs.ts'

const server = testApp({ trustProxy: true })
/** The bytes that Node accepts for address and headers, without the token and other headers. */
const bytes = maxHeaderSize - 1024

let world: World
beforeAll(async () => {
  world = await makeWorld(server)
})

const rows = [...new Map(everyRow.map((row) => [callName(row.endpoint), row] as const))]

/** The inputs that blocked other calls. */
async function slowOf<T extends { name: string }>(
  inputs: Iterable<T>,
  take: (input: T) => Promise<unknown>,
) {
  const slow: string[] = []
  for (const input of inputs) {
    const ms = await bestRound(() => take(input))
    if (ms > roundMsMax) slow.push(`${input.name.slice(0, 60)}: ${Math.round(ms)} ms`)
  }
  return slow
}

const named = (values: string[]) => values.map((value) => ({ name: value, value }))

function tokenFor(row: Row): string | undefined {
  const [caller] = row.endpoint.may === 'anyone' ? [] : servedBy(row)
  return caller && world.as[caller]?.token
}

/** Without a body: the address is validated anyway. */
async function ask(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  headers: object,
  query = '',
) {
  const answer = await server.app.inject({
    method,
    url: `${path}${query && `?${query}`}`,
    headers: { ...headers },
    payloadAsStream: true,
  })
  answer.stream().destroy()
  expect(answer.statusCode, `${path}?${query}`.slice(0, 200)).toBeLessThan(500)
  return answer.statusCode
}

describe('the worst addresses block no other calls', () => {
  test.each(rows)('%s', async (_name, row) => {
    const { endpoint, send } = row
    const { params = {} } = send?.(world) ?? {}
    const token = tokenFor(row)
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const at = (part?: string) =>
      `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => part ?? Reflect.get(params, name) ?? '')}`
    const { properties = {} } = jsonSchema(endpoint.query, 'input')
    const queries = worstQueries(Object.keys(properties as object), bytes)
    const statuses = new Set<number>()
    const slow = await slowOf(named(queries), async ({ value }) => {
      statuses.add(await ask({ ...endpoint, path: at() }, headers, value))
    })
    const parts = endpoint.path.includes(':') ? worstParts(limits.idempotencyKeyMax) : []
    slow.push(
      ...(await slowOf(named(parts), ({ value }) =>
        ask({ ...endpoint, path: at(value) }, headers),
      )),
    )
    if (statuses.has(401)) world = await makeWorld(server)
    expect(slow).toEqual([])
  })
})

test('blocks no other calls with an unknown long path', async () => {
  const slow = await slowOf(named(worstParts(bytes)), ({ value }) =>
    ask({ method: 'GET', path: `/api/devices/${value}` }, {}),
  )
  expect(slow).toEqual([])
})

describe('the worst headers block no other calls', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/api/devices'],
    ['POST', '/api/payments/prepaid'],
    ['POST', '/api/auth-login'],
  ] as const)('%s %s', async (method, path) => {
    const { token } = await makeUser(server)
    const slow = await slowOf(worstHeaders(bytes), ({ name, value }) =>
      ask({ method, path }, { authorization: `Bearer ${token}`, [name]: value }),
    )
    expect(slow).toEqual([])
  })
})

/** Messages of each kind of controller with the worst value in each field, then other frames. */
const messages = [
  ...Object.values(fromController).flatMap((schema) =>
    worstBodies(jsonSchema(schema, 'input'), {}, protocol.messageBytes),
  ),
  ...[
    ['switches of a Shelly notification', '"switch:1":{},'],
    ['switches with zeros', '"switch:0000001":0,'],
  ].map(([name = '', part = '']) => ({
    name,
    json: `{"method":"NotifyStatus","params":{${part.repeat((protocol.messageBytes - 100) / part.length)}"a":1}}`,
  })),
]

describe('the worst messages of a controller block no other calls', () => {
  test.each(['coinless', 'shelly'] as const)('by a connection of %s', async (driver) => {
    await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
    const { port } = server.app.server.address() as { port: number }
    const { credential } = await makeController(server, await makeLandlord(server), { driver })
    const url = `ws://127.0.0.1:${port}${driver === 'shelly' ? shellyPath + credential : protocol.path}`
    const slow = await slowOf(messages, async ({ json }) => {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${credential}` } })
      onTestFinished(() => socket.terminate())
      await once(socket, 'open')
      socket.send(json)
      socket.close()
      await once(socket, 'close')
    })
    expect(slow).toEqual([])
  })

  test.each(['rpc', 'stat/RESULT', 'stat/STATUS10', 'tele/SENSOR', 'tele/STATE'])(
    'by MQTT about %s',
    async (topic) => {
      const broker = { publish: () => true, cut: () => {}, stop: () => {} }
      const parts = {
        ...server.parts,
        metrics: makeMetrics(),
        log: server.app.log,
        presenceWriter: new PresenceWriter(server.parts),
      }
      const slow = await slowOf(messages, async ({ json }) => {
        const box = new MqttBox(parts, 'no controller', broker, () => {})
        box.poll()
        box.hear(topic, Buffer.from(json))
        await box.end(1001)
      })
      expect(slow).toEqual([])
    },
  )
})

test('blocks no other calls with the worst body or signature of a Stripe webhook', async () => {
  const stripe = new Stripe('sk_test_of_nobody')
  const body = '['.repeat(limits.bodyBytes)
  const now = Math.floor(Date.now() / 1000)
  const signatures = ['v1=0,', 'v1=', 't=1,', ',', '=', ' ', 'a'].map((part) => ({
    name: part,
    value: `t=${now},${part.repeat(bytes / part.length)}`,
  }))
  const slow = await slowOf(signatures, async ({ value }) => {
    expect(() => eventIn(stripe, body, value, 'whsec_of_nobody')).toThrow(Refusal)
  })
  expect(slow).toEqual([])
})
