import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import { restoredWorld } from '../support/restored-world.ts'
import type { Row } from '../support/row.ts'
import { everyRow, servedBy } from '../support/valid-calls.ts'
import type { World } from '../support/world.ts'

const server = testApp()
const restored = restoredWorld(server)
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const documentName = 'openapi'

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}
let paths: Record<string, Record<string, Operation>>
/** Made again if a call did not find what it needs. */
let world: World

beforeAll(async () => {
  world = await restored()
  const document = (await server.app.inject({ url: '/api/openapi.json' })).json()
  paths = document.paths
  ajv.addSchema(document, documentName)
})

const places = ({ path, method }: Row['endpoint']) => ({
  path: `/api${path.replace(/:(\w+)/g, '{$1}')}`,
  method: method.toLowerCase(),
})

function asked(row: Row) {
  const { endpoint, send } = row
  const { params = {}, query = {}, body } = send?.(world) ?? {}
  const served = servedBy(row)
  const caller = served.find((each) => each === 'owner') ?? served[0]
  const token = caller && world.as[caller]?.token
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? '')),
  )
  const ask = (method: typeof endpoint.method, payload?: unknown) =>
    server.app.inject({
      method,
      url: `/api${path}`,
      query: query as Record<string, string>,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(payload !== undefined && {
        payload: endpoint.bodyIsText ? String(payload) : JSON.stringify(payload),
      }),
    })
  return { ask, body }
}

async function answerTo(row: Row) {
  const once = () => {
    const { ask, body } = asked(row)
    return ask(row.endpoint.method, body)
  }
  const answer = await once()
  if (answer.statusCode === row.endpoint.status) return answer
  world = await restored()
  return once()
}

const answering = everyRow
  .filter(({ endpoint: { reply, replyType } }) => {
    return reply && replyType === 'json'
  })
  .toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)))

function isRead({ endpoint }: Row): boolean {
  return endpoint.method === 'GET'
}

test('returns every answer exactly as OpenAPI defines it', { timeout: 600_000 }, async () => {
  const faults: string[] = []
  for (const row of answering) {
    const { path, method } = places(row.endpoint)
    const answer = await answerTo(row)
    const place = encodeURIComponent(path.replaceAll('/', '~1'))
    const schema = `responses/${answer.statusCode}/content/application~1json/schema`
    const check = ajv.compile({ $ref: `${documentName}#/paths/${place}/${method}/${schema}` })
    if (check(answer.json())) continue
    faults.push(`${method} ${path} ${answer.statusCode}: ${ajv.errorsText(check.errors)}`)
  }
  expect(faults).toEqual([])
})

test('documents no call with a required empty body', () => {
  const needless = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema
        return schema && Object.keys(schema.properties ?? { any: true }).length === 0
      })
      .map(([method]) => `${method} ${path}`),
  )
  expect(needless).toEqual([])
})

test('accepts the answer of each GET as the body of its PUT', async () => {
  world = await restored()
  const fetchable = new Set(everyRow.filter(isRead).map(({ endpoint: { path } }) => path))
  const pairs = everyRow.filter(
    ({ endpoint: { method, path } }) => method === 'PUT' && fetchable.has(path),
  )
  expect(pairs.length).toBeGreaterThan(5)
  const refused: Record<string, unknown> = {}
  for (const row of pairs) {
    const { ask } = asked(row)
    const fetched = await ask('GET')
    if (fetched.statusCode !== 200 || fetched.body === 'null') continue
    // An account without its address, which cannot change.
    const { email: _email, ...object } = row.endpoint.bodyIsText ? {} : fetched.json()
    const saved = await ask('PUT', row.endpoint.bodyIsText ? fetched.body : object)
    if (saved.statusCode === 400) refused[row.endpoint.path] = saved.json()
  }
  expect(refused).toEqual({})
})
