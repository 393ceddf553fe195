import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import first from '@coinless/contract/texts/en/first.json' with { type: 'json' }
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'
import { setTexts } from '../texts/texts.ts'
import { type Call, calls } from './calls.ts'
import { fetchEarly } from './early.ts'

/** The parts of a browser that the session and calls need. The server is real. */
const stored = fakeStorage()
vi.stubGlobal('localStorage', stored)
vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('navigator', {
  onLine: true,
  locks: { request: (_name: string, locked: () => Promise<string>) => locked() },
})
for (const name of ['access_token', 'refresh_token']) {
  stored.setItem(name, `the ${name.replace('_', ' ')}`)
}
stored.setItem('user', '{"id": "ana"}')

const { adminUsers, auth, devices, me, prepaidCodes } = calls

const asked: { request: IncomingMessage; body: string }[] = []
const account = '{"id": "ana", "email": "", "full_name": "Ana", "roles": [], "data": []}'
const whatever = { status: 200, body: account }
let answer = whatever
/** Answers sent before that one. */
const answers: (typeof answer)[] = []

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  asked.push({ request, body })
  const { status, body: text } = answers.shift() ?? answer
  response.writeHead(status).end(text)
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const content = `http://127.0.0.1:${port}/base`
  vi.stubGlobal('document', { querySelector: () => ({ content }) })
  setTexts('en', first)
})

afterEach(() => {
  asked.length = 0
  answer = whatever
})

afterAll(() => server.close())

// id: client-1
test('sends JSON and the access token, except for calls that open a session', async () => {
  const { call } = await import('./client.ts')
  await call(me.update, { body: { full_name: 'Ana' } })
  await call(devices.list, { query: { page: 1, search: '50% &', device_type: '' } })
  const login = { email: 'a@example.com', password: 'secret' }
  await call(auth.login, { body: login }).catch(() => {})
  await call(auth.logout)
  const headers = asked.map(({ request }) => [
    `${request.method} ${request.url}`,
    request.headers['content-type'],
    request.headers.authorization,
  ])
  const json = 'application/json'
  const bearer = 'Bearer the access token'
  expect(headers).toEqual([
    ['PUT /base/users-me', json, bearer],
    ['GET /base/devices?page=1&search=50%25+%26', json, bearer],
    ['POST /base/auth-login', json, undefined],
    ['POST /base/auth-logout', json, bearer],
  ])
  expect(asked.map(({ body }) => body)).toEqual([
    '{"full_name":"Ana"}',
    '',
    '{"email":"a@example.com","password":"secret"}',
    '',
  ])
})

// id: client-2
test('uses a path that begins with http unchanged', async () => {
  const { call } = await import('./client.ts')
  const { port } = server.address() as AddressInfo
  await call({ method: 'GET', path: `http://127.0.0.1:${port}/elsewhere`, isPublic: true })
  expect(asked.map(({ request }) => request.url)).toEqual(['/elsewhere'])
})

describe('next to a server of an earlier version, during an update', () => {
  const unknown = { status: 404, body: '{"code": "path_not_found"}' }
  const wrongMethod = { status: 405, body: '{"code": "method_not_allowed"}' }
  const noDevice = { status: 404, body: '{"code": "device_not_found"}' }
  const urls = () => asked.map(({ request }) => request.url?.replace('/base', ''))

  test('repeats a call at the old path, with its method, body, filters and key', async () => {
    const { call } = await import('./client.ts')
    answers.push(unknown)
    answer = { status: 200, body: '{"id": "1"}' }
    const idempotencyKey = 'one try' as never
    const sent = { params: { id: 'a/b' }, body: { amount: 2 }, query: { a: 1 }, idempotencyKey }
    await call(prepaidCodes.topUp, sent)
    expect(urls()).toEqual(['/prepaid-codes/a%2Fb/top-up?a=1', '/prepaid-codes-top-up/a%2Fb?a=1'])
    const [first, second] = asked.map(({ request: { method, headers }, body }) => [
      method,
      headers['idempotency-key'],
      headers.authorization,
      body,
    ])
    expect(second).toEqual(first)
  })

  test('finds the machine of a sticker, also by an early call', async () => {
    const { call } = await import('./client.ts')
    answers.push(unknown)
    answer = { status: 200, body: '{"id": "1"}' }
    fetchEarly('/stickers/139307030/device', 'en', await currentToken())
    const machine = await call(devices.findBySticker, { params: { sticker_number: '139307030' } })
    expect(machine).toEqual({ id: '1' })
    expect(urls()).toEqual(['/stickers/139307030/device', '/devices-by-sticker/139307030'])
  })

  test('repeats a call whose path it accepts for other methods or takes for an id', async () => {
    const { call } = await import('./client.ts')
    answers.push(wrongMethod, whatever, noDevice, whatever)
    const idempotencyKey = 'one try' as never
    await call(prepaidCodes.import, { body: { rows: [] }, idempotencyKey }).catch(() => {})
    await call(devices.nextNumber).catch(() => {})
    expect(urls()).toEqual([
      '/prepaid-codes/import',
      '/prepaid-codes-import',
      '/devices/next-number',
      '/devices-next-number',
    ])
  })

  test('repeats no other refusal', async () => {
    const { call } = await import('./client.ts')
    answer = noDevice
    await expect(call(devices.findBySticker, { params: { sticker_number: '1' } })).rejects.toThrow()
    answer = unknown
    await expect(call(devices.get, { params: { id: '1' } })).rejects.toThrow()
    answer = { status: 404, body: '<html>' }
    await expect(call(devices.findBySticker, { params: { sticker_number: '1' } })).rejects.toThrow()
    expect(urls()).toEqual(['/stickers/1/device', '/devices/1', '/stickers/1/device'])
  })
})

// id: client-3
test('describes a failure by the error field, else the message field, else the status', async () => {
  const { call } = await import('./client.ts')
  const failures = [
    ['{"error": "No such device.", "message": "not this"}', 'No such device.'],
    ['{"message": "Down for an hour."}', 'Down for an hour.'],
    ['{}', 'API Error: 503 Service Unavailable'],
    ['<html>', 'API Error: 503 Service Unavailable'],
  ] as const
  for (const [body, message] of failures) {
    answer = { status: 503, body }
    await expect(call(me.get)).rejects.toThrow(message)
  }
})

test.each(['{}', 'null', '<html>', '{"session": {}, "user": {}}'])(
  'treats a sign-in answer without tokens and user (%s) as unclear',
  async (body) => {
    const { call } = await import('./client.ts')
    const { UnclearAnswer } = await import('./connection.ts')
    answer = { status: 200, body }
    const login = { email: 'a@example.com', password: 'secret' }
    await expect(call(auth.login, { body: login })).rejects.toBeInstanceOf(UnclearAnswer)
  },
)

test('recognizes a refusal by a proxy by its missing message', async () => {
  const { call } = await import('./client.ts')
  for (const [body, isDocumented] of [
    ['{"error": "No such device."}', true],
    ['{"message": "No such device."}', true],
    ['{"error": {"code": 7}}', false],
    ['null', false],
    ['<html>', false],
  ] as const) {
    answer = { status: 403, body }
    await expect(call(me.get)).rejects.toMatchObject({ isDocumented })
  }
})

// id: client-4
test.each([
  ['{}', 200, 'Failed to refresh token'],
  ['<html>', 200, 'Failed to refresh token'],
  ['{"error": "Too many."}', 429, 'Failed to refresh token'],
  ['{}', 408, 'Failed to refresh token'],
  ['<html>', 503, 'Failed to refresh token'],
])('keeps the session when a renewal returns %s with %i', async (body, status, said) => {
  const { call } = await import('./client.ts')
  const { storeTokens } = await import('../session/session-store.ts')
  storeTokens({ access_token: 'stale', refresh_token: 'the refresh token' })
  answers.push({ status: 401, body: '{}' }, { status, body })
  await expect(call(me.get)).rejects.toThrow(said)
  expect(stored.getItem('access_token')).toBe('stale')
  expect(stored.getItem('refresh_token')).toBe('the refresh token')
})

test.each([
  ['anybody who is signed in', me.get],
  ['an admin', adminUsers.list],
])('renews the session once on 401 and repeats the call of %s', async (_who, asking: Call) => {
  const { call } = await import('./client.ts')
  const { storeTokens } = await import('../session/session-store.ts')
  storeTokens({ access_token: 'stale', refresh_token: 'the refresh token' })
  answers.push({ status: 401, body: '{}' }, { status: 200, body: '{"access_token": "fresh"}' })
  await call(asking)
  expect(asked.map(({ request }) => [request.url, request.headers.authorization])).toEqual([
    [`/base${asking.path}`, 'Bearer stale'],
    ['/base/auth-refresh', undefined],
    [`/base${asking.path}`, 'Bearer fresh'],
  ])
})

test('starts concurrent calls one by one, so that input events run between them', async () => {
  const { call } = await import('./client.ts')
  const send = fetch
  let together = 0
  const counts: number[] = []
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation((...given) => {
    counts.push(++together)
    queueMicrotask(() => {
      together = 0
    })
    return send(...given)
  })
  await Promise.all([call(me.get), call(devices.list), call(adminUsers.list)])
  watched.mockRestore()
  expect(counts).toEqual([1, 1, 1])
})

test('uses an early answer once, for the same session only', async () => {
  const { call } = await import('./client.ts')
  const token = await currentToken()
  await fetchEarly('/users-me', 'en', 'the token of another user')
  await fetchEarly('/users-me', 'en', token)
  expect(asked.map(({ request }) => request.headers.authorization)).toEqual([
    'Bearer the token of another user',
    `Bearer ${token}`,
  ])
  await call(me.get)
  expect(asked).toHaveLength(2)
  await call(me.get)
  expect(asked).toHaveLength(3)
})

test('renews the session after an early 401', async () => {
  const { call } = await import('./client.ts')
  answers.push({ status: 401, body: '{}' }, { status: 200, body: '{"access_token": "new"}' })
  await fetchEarly('/users-me', 'en', await currentToken())
  await call(me.get)
  expect(asked.map(({ request }) => request.url)).toEqual([
    '/base/users-me',
    '/base/auth-refresh',
    '/base/users-me',
  ])
})

async function currentToken(): Promise<string | undefined> {
  const { currentSession } = await import('../session/session-store.ts')
  return currentSession()?.access_token
}

// id: client-5
test.each([400, 401, 403, 404, 410, 422])(
  'ends the session when a renewal is refused with %i',
  async (status) => {
    const { call } = await import('./client.ts')
    const { storeSession } = await import('../session/session-store.ts')
    const left = vi.fn()
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('location', { pathname: '/devices', search: '', replace: left })
    storeSession({
      session: { access_token: 'stale', refresh_token: 'the refresh token' },
      user: { id: 'ana' } as never,
    })
    answers.push({ status: 401, body: '{}' }, { status, body: '<html>' })
    await expect(call(me.get)).rejects.toThrow('Session expired. Please login again.')
    expect(left).toHaveBeenCalledWith(expect.stringContaining('#expired'))
    expect(['user', 'access_token', 'refresh_token'].map((name) => stored.getItem(name))).toEqual([
      null,
      null,
      null,
    ])
  },
)
