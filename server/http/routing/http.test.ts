import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { ErrorAnswer } from '@coinless/contract/refusals.ts'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  deviceBody,
  makeAdmin,
  makeCode,
  makeDevice,
  makeLandlord,
  type TestUser,
} from '../../../test/support/make.ts'

const server = testApp()

async function ask(options: InjectOptions, as?: TestUser) {
  const response = await server.app.inject({
    ...options,
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...options.headers,
    },
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

/** Expects the form that all refusals share. */
function refusal({ text }: { text: string }): ErrorAnswer {
  const body = JSON.parse(text)
  expect(body).toMatchObject({
    error: expect.stringMatching(/^[A-Z].*[.]$/),
    code: expect.stringMatching(/^[a-z_]+$/),
    requestId: expect.any(String),
  })
  expect(text).not.toMatch(/\bat .*\.ts|node_modules|select |insert /i)
  return body
}

const allEndpoints = Object.values(endpoints).flatMap((calls): Endpoint[] => Object.values(calls))

// id: http-2
describe('bad input is refused by field and changes nothing', () => {
  const badBodies: [string, object, string][] = [
    ['a negative price', { price: -1 }, 'Price must be 0 or more.'],
    ['a price with 3 decimals', { price: 2.505 }, 'Price must have at most 2 decimals.'],
    ['a price above the limit', { price: 10_000.01 }, 'Price must be 10000 or less.'],
    ['a price as text', { price: '2.50' }, 'Price must be a number.'],
    ['a price of 1e400', { price: Number.POSITIVE_INFINITY }, 'Price must be a number.'],
    ['an empty label', { label: '  ' }, 'Label must not be empty.'],
    ['an over-long label', { label: 'x'.repeat(121) }, 'Label must have at most 120 characters.'],
    ['a NUL character', { label: 'a\0b' }, 'Label must not contain control characters.'],
    ['a line break', { location: 'a\nb' }, 'Location must not contain control characters.'],
    ['a missing field', { label: undefined }, 'Label is required.'],
    ['an unknown field', { colour: 'red' }, 'Colour is not a known field.'],
    ['a field that every object has', { constructor: 'red' }, 'Constructor is not a known field.'],
    ['a duration of 0', { duration_minutes: 0 }, 'Duration in minutes must be 1 or more.'],
    ['half a minute', { duration_minutes: 1.5 }, 'Duration in minutes must be a whole number.'],
    [
      'more than a week',
      { duration_minutes: 10_081 },
      'Duration in minutes must be 10080 or less.',
    ],
    [
      'an unknown type',
      { device_type: 'oven' },
      'Device Type must be one of: washer, dryer, shower, water, electricity, other.',
    ],
    ['no address', { landlord_email: 'nobody' }, 'Landlord Email must be an email address.'],
  ]

  test.each(badBodies)('%s', async (_name, change, sentence) => {
    const landlord = await makeLandlord(server)
    const before = await server.call(devices.list, { as: landlord })
    const answer = await ask(
      { method: 'POST', url: '/api/devices', payload: { ...deviceBody, ...change } },
      landlord,
    )
    expect(answer.status).toBe(400)
    expect(refusal(answer)).toMatchObject({ code: 'invalid_input', error: sentence })
    expect(refusal(answer).details?.map(({ field }) => field)).toEqual(Object.keys(change))
    const after = await server.call(devices.list, { as: landlord })
    expect(after.pagination.total).toBe(before.pagination.total)
  })

  test('several wrong fields, all of which are named', async () => {
    const answer = await ask(
      { method: 'POST', url: '/api/devices', payload: {} },
      await makeLandlord(server),
    )
    expect(refusal(answer).details).toHaveLength(7)
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=1000',
    'limit=1.5',
    'page=0',
    'page=-1',
    'page=abc',
    'page=10000001',
    'page=99999999999999999999',
    'page=1&page=2',
    'colour=red',
    'device_type=oven',
    `search=${'x'.repeat(101)}`,
    'search=%00',
  ])('a list with ?%s', async (query) => {
    const answer = await ask({ url: `/api/devices?${query}` }, await makeLandlord(server))
    expect(answer.status).toBe(400)
    expect(refusal(answer).details).toHaveLength(1)
  })

  test('an id that is not a UUID, with 404', async () => {
    const admin = await makeAdmin(server)
    const withId = allEndpoints.filter(({ path }) => path.includes('/:id'))
    for (const endpoint of withId) {
      const notFound = endpoint.refusals.filter((code) => code.endsWith('_not_found'))
      for (const id of ['1', 'not-a-uuid', "'%20or%201=1", '%00']) {
        const url = `/api${endpoint.path.replace(':id', id).replace(':role', 'x')}`
        const answer = await ask({ method: endpoint.method, url }, admin)
        expect([answer.status, [refusal(answer).code]], url).toEqual([404, notFound.slice(0, 1)])
      }
    }
  })

  test.each(['{', '[1', 'null', '[]', '"text"', '{"__proto__": {"admin": true}}', '{"a":1}}'])(
    'a body that is %s',
    async (payload) => {
      const answer = await ask(
        { method: 'POST', url: '/api/devices', payload },
        await makeLandlord(server),
      )
      expect(answer.status).toBe(400)
      expect(['malformed_json', 'invalid_input']).toContain(refusal(answer).code)
    },
  )

  test('a body above the limit with 413, and one of another type with 415', async () => {
    const landlord = await makeLandlord(server)
    const large = await ask(
      {
        method: 'POST',
        url: '/api/devices',
        payload: `{"label":"${'x'.repeat(limits.bodyBytes)}"}`,
      },
      landlord,
    )
    expect([large.status, refusal(large).code]).toEqual([413, 'body_too_large'])
    const form = await ask(
      {
        method: 'POST',
        url: '/api/devices',
        payload: 'label=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      landlord,
    )
    expect([form.status, refusal(form).code]).toEqual([415, 'not_json'])
  })
})

describe('the language of a refusal', () => {
  test.each([
    ['es', 'Etiqueta: no puede quedar en blanco.', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'Etiqueta: no puede quedar en blanco.', 'es'],
    ['nl, es;q=0.5, en;q=0.7', 'Label must not be empty.', 'en'],
    ['nl', 'Label must not be empty.', 'en'],
    ['%%;q=x', 'Label must not be empty.', 'en'],
    [undefined, 'Label must not be empty.', 'en'],
  ])('follows Accept-Language: %s', async (wanted, sentence, language) => {
    const answer = await ask(
      {
        method: 'POST',
        url: '/api/devices',
        payload: { ...deviceBody, label: '' },
        headers: wanted === undefined ? {} : { 'accept-language': wanted },
      },
      await makeLandlord(server),
    )
    expect(refusal(answer).error).toBe(sentence)
    expect(answer.headers['content-language']).toBe(language)
  })

  test('does not change its code', async () => {
    const [english, spanish] = await Promise.all(
      ['en', 'es'].map((wanted) =>
        ask({ url: '/api/nothing', headers: { 'accept-language': wanted } }),
      ),
    )
    if (!english || !spanish) throw new Error('there are two answers')
    expect(refusal(english)).toMatchObject({
      code: 'path_not_found',
      error: 'There is nothing at this address.',
    })
    expect(refusal(spanish)).toMatchObject({
      code: 'path_not_found',
      error: 'No hay nada en esta dirección.',
    })
  })
})

describe('the contract', () => {
  test('allows a JSON content type on calls without a body', async () => {
    const landlord = await makeLandlord(server)
    const { id } = await makeCode(server, landlord)
    const device = await makeDevice(server, landlord)
    const calls: [string, InjectOptions][] = [
      ['generate', { method: 'POST', url: '/api/prepaid-codes-generate' }],
      ['toggle', { method: 'PATCH', url: `/api/prepaid-codes-id-toggle/${id}` }],
      ['delete code', { method: 'DELETE', url: `/api/prepaid-codes/${id}` }],
      ['delete device', { method: 'DELETE', url: `/api/devices/${device.id}` }],
      ['sign out', { method: 'POST', url: '/api/auth-logout' }],
    ]
    for (const [name, options] of calls) {
      const { status } = await ask(options, landlord)
      expect([200, 204], name).toContain(status)
    }
  })

  // id: http-1
  test('answers 401 without a session before it checks the input, except on open calls', async () => {
    for (const endpoint of allEndpoints.filter(({ may }) => may !== 'anyone')) {
      const url = `/api${endpoint.path.replace(':id', 'anything')}`
      const answer = await ask({ method: endpoint.method, url, payload: '{' })
      expect([answer.status, refusal(answer).code]).toEqual([401, 'signed_out'])
    }
  })

  test('answers 404 in the form of every refusal for an unknown path below /api', async () => {
    for (const url of [
      '/api',
      '/api?a=b',
      `/api/devices/${'x'.repeat(500)}`,
      '/api/nothing',
      '/api/devices/x/y',
      '/api/%zz',
    ]) {
      const answer = await ask({ url })
      expect([answer.status, refusal(answer).code], url).toEqual([404, 'path_not_found'])
    }
  })
})

// id: http-5
test('answers an unexpected error with a neutral 500 and the request id', async () => {
  const broken = await makeLandlord(server)
  await server.asOwner('alter table row_counts rename to gone')
  const answer = await ask({ url: '/api/devices' }, broken)
  await server.asOwner('alter table gone rename to row_counts')
  expect(answer.status).toBe(500)
  expect(refusal(answer)).toMatchObject({
    code: 'internal_error',
    error: 'Something went wrong on our side. Please try again.',
  })
})

describe('answers to browsers', () => {
  // id: http-3
  test('forbid framing, sniffing and foreign scripts', async () => {
    const { headers } = await ask({ url: '/api/health' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['permissions-policy']).toBe('camera=(self), geolocation=(), microphone=()')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  // id: http-4
  test('allow no other origin unless it is configured', async () => {
    const { headers } = await ask({
      url: '/api/health',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('health', () => {
  test('reports the process at /api/health, and also the database at /api/ready', async () => {
    expect(await server.call(endpoints.health.live)).toEqual({ status: 'up' })
    expect(await server.call(endpoints.health.ready)).toEqual({ status: 'ready' })
  })

  test('answers 503 at /api/ready while a migration is missing', async () => {
    await server.asOwner('alter table migrations rename to hidden')
    const { status, body } = await server.refused(endpoints.health.ready)
    await server.asOwner('alter table hidden rename to migrations')
    expect([status, body.code]).toEqual([503, 'not_ready'])
  })
})
