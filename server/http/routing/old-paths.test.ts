import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import { deprecatedAt, oldPathOf, oldPaths } from '@coinless/contract/old-paths.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord } from '../../../test/support/make.ts'

const server = testApp({ corsOrigins: ['https://app.example'] })
const moved = [...oldPaths].flatMap(([path, all]) =>
  all.map((endpoint) => ({ path, endpoint, name: `${endpoint.method} ${path}` })),
)
const at = (path: string) => `/api${path.replace(/:(\w+)/g, 'a-$1')}`
const query = '?year=2026&search=%C3%B1%20%26'

test.each(moved)('redirects $name to its endpoint, with the query', async ({ path, endpoint }) => {
  const methods = endpoint.method === 'GET' ? (['GET', 'HEAD'] as const) : [endpoint.method]
  for (const method of methods) {
    const { statusCode, headers, body } = await server.app.inject({ method, url: at(path) + query })
    expect([statusCode, body]).toEqual([308, ''])
    expect(headers).toMatchObject({
      location: at(endpoint.path) + query,
      deprecation: `@${deprecatedAt}`,
      'cache-control': 'no-store',
    })
  }
})

test('redirects the methods of the endpoints only', async () => {
  for (const [path, all] of oldPaths) {
    const known = all.map(({ method }) => method)
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (each) => !known.includes(each) && !isEndpoint(each, path),
    )
    for (const method of others) {
      const { statusCode } = await server.app.inject({ method, url: at(path) })
      expect(statusCode, `${method} ${path}`).toBe(405)
    }
  }
})

function isEndpoint(method: Endpoint['method'], path: string) {
  return Object.values(endpoints)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .some((each) => each.method === method && each.path === path)
}

test('redirects before it checks the session, the type and the size of a body', async () => {
  for (const payload of ['{', 'x'.repeat(limits.bodyBytes + 1)]) {
    const headers = { 'content-type': 'text/plain', authorization: 'Bearer no-token' }
    const call = { method: 'POST', url: '/api/devices-import', headers, payload } as const
    expect((await server.app.inject(call)).statusCode).toBe(308)
  }
})

test('keeps parameters encoded and never leads elsewhere', async () => {
  const locationOf = async (url: string) =>
    (await server.app.inject({ method: 'DELETE', url: `/api/admin-users-roles/${url}` })).headers
      .location
  expect(await locationOf('1/a%2Fb%3Fc%23%C3%B1%0D%0Ax')).toBe(
    '/api/admin-users/1/roles/a%2Fb%3Fc%23%C3%B1%0D%0Ax',
  )
  expect(await locationOf('%2F%2Fevil.example/x?next=//evil.example')).toBe(
    '/api/admin-users/%2F%2Fevil.example/roles/x?next=//evil.example',
  )
})

describe('over a connection', () => {
  let port: number
  beforeAll(async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    port = (server.app.server.address() as AddressInfo).port
  })

  async function headOf(target: string) {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 'latin1')
    await once(socket, 'close')
    const [head = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), location: /^location: (.*)$/im.exec(head)?.[1] }
  }

  test.each([
    ['/api/devices-export?a=1?b#c', '/api/devices/export?a=1?b'],
    ['http://evil.example/api/devices-export?a', '/api/devices/export?a'],
    ['/api/devices-prices/1#//evil.example', '/api/devices/1/prices'],
  ])('redirects %s to %s', async (target, location) => {
    expect(await headOf(target)).toEqual({ status: 308, location })
  })

  test.each(['/api/devices-prices/..', '/api/devices-prices/%2e%2e', '/api/devices-prices/.'])(
    'answers 404 to %s, which clients would resolve to another path',
    async (target) => {
      expect((await headOf(target)).status).toBe(404)
    },
  )

  test('lets a client follow with method, body, session and Idempotency-Key, once', async () => {
    const landlord = await makeLandlord(server)
    const { id } = await makeCode(server, landlord)
    const key = randomUUID()
    const topUp = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${landlord.token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ amount: 2 }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const first = await topUp(`/prepaid-codes-top-up/${id}`)
    expect(first.status).toBe(200)
    expect(await topUp(`/prepaid-codes/${id}/top-up`)).toEqual(first)
  })
})

test('recognizes an Idempotency-Key that was sent to the former path before an upgrade', async () => {
  const as = await makeLandlord(server)
  const { id } = await makeCode(server, as)
  const body = { amount: 2 }
  const idempotencyKey = randomUUID()
  await server.call(prepaidCodes.topUp, { as, params: { id }, body, idempotencyKey })
  const former = oldPathOf(prepaidCodes.topUp)
  expect(former).toBe('/prepaid-codes-top-up/:id')
  const stored = await server.database
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('key', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
  const hash = createHmac('sha256', server.parts.config.jwtSecret)
    .update(JSON.stringify(['POST', former, { id }, body]))
    .digest()
  expect(stored.request_hash).toEqual(hash)
})

test('lets pages of other origins follow, before and after the preflight', async () => {
  const origin = 'https://app.example'
  const preflight = await server.app.inject({
    method: 'OPTIONS',
    url: '/api/users-me-sessions',
    headers: {
      origin,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    },
  })
  expect(preflight.statusCode).toBe(204)
  const call = { method: 'DELETE', url: '/api/users-me-sessions', headers: { origin } } as const
  const redirect = await server.app.inject(call)
  expect(redirect.statusCode).toBe(308)
  for (const { headers } of [preflight, redirect])
    expect(headers['access-control-allow-origin']).toBe(origin)
})

test('documents the current paths only', async () => {
  const { paths } = (await server.app.inject('/api/openapi.json')).json()
  for (const { path, endpoint } of moved) {
    const at = (each: string) => `/api${each.replace(/:(\w+)/g, '{$1}')}`
    const method = endpoint.method.toLowerCase()
    expect([paths[at(path)]?.[method], paths[at(endpoint.path)]?.[method]]).toEqual([
      undefined,
      expect.anything(),
    ])
  }
})
