import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { health } from '@coinless/contract/health.ts'
import { limits } from '@coinless/contract/limits.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'

const server = testApp()

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

function connection() {
  const { port, address } = server.app.server.address() as AddressInfo
  return createConnection(port, address)
}

/** Returns the answer on a bare connection after the server closes it. */
async function lastWords(sent: string) {
  const socket = connection()
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.write(sent)
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), ...JSON.parse(body) }
}

test('answers input that is not HTTP in the form of every refusal', async () => {
  const answer = await lastWords('HELLO WORLD\r\n\r\n')
  expect([answer.status, answer.code]).toEqual([400, 'malformed_http'])
  expect(answer.requestId).toEqual(expect.any(String))
})

test.each([
  'GET /api/%2e%2e/users-me',
  'GET /api/../users-me',
  'GET /x/%2e%2e/api/nothing',
  'GET http://evil.example/api/nothing',
])('answers 404 and no page for a path meant for the API, sent as written: %s', async (line) => {
  const answer = await lastWords(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  expect([answer.status, answer.code]).toEqual([404, 'path_not_found'])
})

test('answers an invalid target or a missing host with a client error', async () => {
  const target = await lastWords('PATCH *[%20 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect([target.status, target.code]).toEqual([405, 'method_not_allowed'])
  const host = await lastWords('POST /api/passkey-sign-ins/options HTTP/1.0\r\n\r\n')
  expect([host.status, host.code]).toEqual([400, 'bad_host'])
})

test('limits the time for a request, its headers and an idle connection', () => {
  expect(server.app.server.requestTimeout).toBe(limits.requestSeconds * 1000)
  expect(server.app.server.headersTimeout).toBe(limits.headersSeconds * 1000)
  expect(server.app.server.timeout).toBe(limits.connectionSeconds * 1000)
})

// id: connections-1
test.each([
  ['headers that never end', 'POST /api/auth-login HTTP/1.1\r\nhost: x\r\nx-slow:'],
  [
    'a body that never ends',
    'POST /api/auth-login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  ],
])('rejects %s and closes the connection', async (_, sent) => {
  server.app.server.headersTimeout = 300
  server.app.server.requestTimeout = 300
  const answer = await lastWords(sent)
  expect([answer.status, answer.code]).toEqual([408, 'request_too_slow'])
  expect(answer.error).toBe('The request took too long to arrive. Please try again.')
})

test('reports no lost database when a caller disconnects', async () => {
  const socket = connection()
  socket.write(
    'POST /api/auth-login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  )
  const [request] = await once(server.app.server, 'request')
  socket.resetAndDestroy()
  await expect.poll(() => request.destroyed).toBe(true)
  await server.app.inject({ url: `/api${health.live.path}` })
  expect(server.secrets.log()).not.toContain('database lost')
})

// id: connections-2
test('forbids caching of API answers by default', async () => {
  const { token } = await makeUser(server)
  const asked = [
    { url: '/api/users-me', headers: { authorization: `Bearer ${token}` } },
    { url: '/api/users-me' },
    { url: `/api${health.live.path}` },
    { url: '/api/nothing-there' },
  ]
  for (const call of asked) {
    const { headers } = await server.app.inject(call)
    expect(headers['cache-control'], call.url).toBe('no-store')
  }
})
