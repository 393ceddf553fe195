import { createHook } from 'node:async_hooks'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeCode } from '../../../test/support/make.ts'

const server = testApp()
const allEndpoints = Object.values(endpoints).flatMap((calls): Endpoint[] => Object.values(calls))

test('refuses a body with another content type than JSON on every call', async () => {
  const { token } = await makeAdmin(server)
  for (const { method, path } of allEndpoints.filter(({ method }) => method !== 'GET')) {
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/xml']) {
      const { statusCode, body } = await server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/g, 'x')}`,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
        payload: '{"a":1}',
      })
      expect([statusCode, JSON.parse(body).code], `${method} ${path}`).toEqual([415, 'not_json'])
    }
  }
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('a path lists its allowed methods:', () => {
  const paths = [...new Set(allEndpoints.map(({ path }) => path))]

  test.each(paths)('%s', async (path) => {
    const url = `/api${path.replace(/:\w+/g, 'x')}`
    const taken = allEndpoints.filter((each) => each.path === path).map(({ method }) => method)
    const options = await server.app.inject({ method: 'OPTIONS', url })
    expect(options.statusCode).toBe(204)
    const allowed = String(options.headers.allow).split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['OPTIONS', ...taken]))
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const { statusCode, headers, body } = await server.app.inject({ method, url })
      expect([statusCode, JSON.parse(body).code]).toEqual([405, 'method_not_allowed'])
      expect(headers.allow).toBe(options.headers.allow)
    }
  })

  test('an unknown path lists none', async () => {
    for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
      const { statusCode, headers } = await server.app.inject({ method, url: '/api/nothing' })
      expect([statusCode, headers.allow]).toEqual([404, undefined])
    }
  })
})

test('refuses a too deeply nested body on every call that takes JSON', async () => {
  const { token } = await makeAdmin(server)
  const lists = (count: number) => '['.repeat(count) + ']'.repeat(count)
  const objects = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`
  const { documentLevels } = limits
  const callsOfJson = allEndpoints.filter(
    ({ method, bodyIsText }) => method !== 'GET' && !bodyIsText,
  )
  for (const { method, path } of callsOfJson) {
    for (const [payload, isTooDeep] of [
      [lists(documentLevels), false],
      [objects(documentLevels), false],
      [`{"deep":${lists(documentLevels)}}`, true],
      [lists(8_000), true],
      [objects(2_000), true],
    ] as const) {
      const { statusCode, body } = await server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/g, 'x')}`,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': payload.slice(0, 20),
        },
        payload,
      })
      const isRefused = statusCode === 400 && JSON.parse(body).code === 'body_too_deep'
      expect(isRefused, `${method} ${path} ${body}`).toBe(isTooDeep)
    }
  }
})

test.each([
  [limits.nameBytes, 400],
  [limits.nameBytes + 1, 413],
])('answers a field with a name of %d bytes with %d', async (bytes, status) => {
  const { token } = await makeAdmin(server)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/devices',
    headers: { authorization: `Bearer ${token}` },
    payload: { ['a'.repeat(bytes)]: 1 },
  })
  expect(statusCode).toBe(status)
})

test('names a parameter that is given twice', async () => {
  const { token } = await makeAdmin(server)
  for (const query of ['page=1&page=2', 'status=active&status=inactive', 'search=a&search=b']) {
    const { statusCode, body } = await server.app.inject({
      url: `/api/devices?${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([statusCode, JSON.parse(body).error]).toEqual([
      400,
      expect.stringMatching(/^(Page|Status|Search) must be given only once[.]$/),
    ])
  }
})

describe('answers', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('of some size are sent as %s to clients that accept it', async (encoding, unpack) => {
    const admin = await makeAdmin(server)
    for (let count = 0; count < 5; count++) await makeCode(server, admin)
    const authorization = `Bearer ${admin.token}`
    for (const url of [
      '/api/prepaid-codes',
      '/api/openapi.json',
      '/api/admin-audit-events/export',
    ]) {
      const plain = await server.app.inject({ url, headers: { authorization } })
      const packed = await server.app.inject({
        url,
        headers: { authorization, 'accept-encoding': encoding },
      })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toContain('accept-encoding')
      expect(packed.headers['cache-control']).toBe(plain.headers['cache-control'])
      expect(unpack(packed.rawPayload).toString()).toBe(plain.rawPayload.toString())
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
  })

  test('that are the same for all callers are compressed once for many calls', async () => {
    const one = await server.replica()
    let compressions = 0
    const counting = createHook({
      init: (_id, type) => {
        if (type === 'ZLIB') compressions += 1
      },
    }).enable()
    const headers = { 'accept-encoding': 'gzip, br' }
    const ask = () => one.inject({ url: '/api/openapi.json', headers })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    counting.disable()
    expect(compressions).toBe(1)
    expect(answers.map((each) => each.headers['content-encoding'])).toEqual(answers.map(() => 'br'))
    await one.close()
  })

  // id: manners-1
  test('that hold tokens are not compressed', async () => {
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/api/auth-register',
      headers: { 'accept-encoding': 'br, gzip' },
      payload: {
        full_name: 'x'.repeat(120),
        email: 'long@example.com',
        password: 'long enough to be one',
        user_type: 'tenant',
      },
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('that rarely change are not sent again to clients that have them', async () => {
    const url = '/api/openapi.json'
    const first = await server.app.inject({ url })
    const tag = String(first.headers.etag)
    const again = await server.app.inject({ url, headers: { 'if-none-match': tag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    const other = await server.app.inject({ url, headers: { 'if-none-match': 'W/"other"' } })
    expect([other.statusCode, other.body]).toEqual([200, first.body])
  })
})
