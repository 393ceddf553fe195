import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { statusOfRefusal } from '@coinless/contract/refusals.ts'
import { rightsOfRole } from '@coinless/contract/staff.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()

interface Operation {
  tags: string[]
  operationId: string
  summary: string
  security: object[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, unknown>
}

async function openApi(): Promise<{ paths: Record<string, Record<string, Operation>> }> {
  return (await server.app.inject({ url: '/api/openapi.json' })).json()
}

/**
 * A session may make every call of its account. An API key needs the rights of the call, and so do staff
 * if any role has them.
 */
function securityOf({ may, needs, isForStaff }: Endpoint) {
  if (may === 'anyone') return []
  if (needs === 'account') return [{ bearer: [] }]
  const needed = needs === 'any' || needs === null ? [] : [needs].flat()
  const isOfRole = isForStaff && needed.every((right) => rightsOfRole.manager.includes(right))
  const ofStaff = isOfRole ? [{ bearer: [], account: needed }] : []
  return [{ bearer: [] }, { apiKey: needed }, ...ofStaff]
}

// id: openapi-1
test('documents every endpoint of the contract with its answers, and nothing else', async () => {
  const { paths } = await openApi()
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const all = Object.values(endpoints).flatMap((calls): Endpoint[] => Object.values(calls))
  const promised = all.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(documented.sort()).toEqual(promised.sort())
  for (const endpoint of all) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    const operation = paths[path]?.[endpoint.method.toLowerCase()]
    expect(operation?.summary).toBe(endpoint.summary)
    expect(operation?.security).toEqual(securityOf(endpoint))
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses).toContain(`${endpoint.status}`)
    for (const code of endpoint.refusals) expect(statuses).toContain(`${statusOfRefusal[code]}`)
  }
})

test('describes limits and schemas as the contract checks them', async () => {
  const { paths } = await openApi()
  const body = paths['/api/devices']?.post?.requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({
    additionalProperties: false,
    required: expect.arrayContaining(['label', 'price']),
    properties: {
      price: { type: 'number', minimum: 0, maximum: 10_000 },
      label: { type: 'string', minLength: 1, maxLength: 120 },
    },
  })
})

test('omits decimal rules that would make validators refuse 0.29 or 4.35', async () => {
  expect(JSON.stringify(await openApi())).not.toContain('multipleOf')
})

test('describes each entity once, so that generated clients have one type for it', async () => {
  const { paths } = await openApi()
  const refersTo = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const answers = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses))
  const refused = answers.filter(([status]) => Number(status) >= 400)
  expect(refused.length).toBeGreaterThan(500)
  for (const [, answer] of refused) expect(answer).toMatchObject(refersTo('Error'))
  expect(paths['/api/devices/{id}']?.get?.responses['200']).toMatchObject(refersTo('Device'))
})

test('gives each call a unique name for generated clients', async () => {
  const { paths } = await openApi()
  const names = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/)
})

test('serves a page at /api/docs without foreign scripts', async () => {
  const page = await server.app.inject({ url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toMatch(/src="https?:/)
})

test.each(['%2e%2e/x', '%00', 'a%5cb', '%2e%2e%2f%2e%2e%2fetc'])(
  'answers 404 for an impossible documentation file: %s',
  async (name) => {
    const answer = await server.app.inject({ url: `/api/docs/static/${name}` })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'path_not_found'])
  },
)

test.each([
  [{ range: 'bytes=999999999-' }, 416, 'range_not_found'],
  [{ 'if-match': '"another"' }, 412, 'condition_failed'],
])('refuses a range or condition that a file cannot meet: %o', async (headers, status, code) => {
  const answer = await server.app.inject({ url: '/api/docs/static/index.css', headers })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})
