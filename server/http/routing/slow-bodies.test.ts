import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { adminRole } from '@coinless/contract/permissions.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, type TestUser } from '../../../test/support/make.ts'

const server = testApp({ rateLimits: true })

const withBodies = Object.values(endpoints)
  .flatMap((calls): Endpoint[] => Object.values(calls))
  .filter(({ may, method }) => may !== 'anyone' && method !== 'GET')

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Begins a call with half a body. The result sends the rest and returns the refusal code or the status. */
async function begin({ method, path }: Endpoint, as: TestUser, id: string = randomUUID()) {
  const { port, address } = server.app.server.address() as AddressInfo
  const request = httpRequest({
    method,
    host: address,
    port,
    path: `/api${path.replace(/:id/, id).replace(/:\w+/, 'text')}`,
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      // The server answers this once it has checked the headers.
      expect: '100-continue',
    },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.flushHeaders()
  await once(request, 'continue')
  request.write('{"role"')
  return async () => {
    request.end(':"admin"}')
    const [answer] = await answered
    const body = await text(answer)
    return body ? (JSON.parse(body).code ?? answer.statusCode) : answer.statusCode
  }
}

// id: late-bodies-1
test('does nothing for a call whose session ends while its body arrives', async () => {
  const person = await makeAdmin(server)
  const calls = await Promise.all(
    withBodies.map(async (endpoint) => ({ endpoint, end: await begin(endpoint, person) })),
  )
  // Takes as long as the server needs to look up the caller.
  await server.call(me.get, { as: person })
  await server.call(adminUsers.endSessions, {
    as: await makeAdmin(server),
    params: { id: person.id },
  })
  for (const { endpoint, end } of calls) {
    expect([endpoint.path, await end()]).toEqual([endpoint.path, 'session_expired'])
  }
})

test('refuses to give a role in a call of an admin who loses the role while it arrives', async () => {
  const [admin, gone] = [await makeAdmin(server), await makeAdmin(server)]
  const friend = await makeUser(server)
  const calls = withBodies.filter(({ may }) => may === 'admin')
  const ends = await Promise.all([
    ...calls.map((endpoint) => begin(endpoint, gone, friend.id)),
    begin(adminUsers.assignRole, gone, gone.id),
  ])
  await server.call(me.get, { as: gone })
  await server.call(adminUsers.removeRole, {
    as: admin,
    params: { id: gone.id, role: adminRole },
  })
  for (const end of ends) expect(await end()).toBe('admin_only')
  for (const as of [gone, friend]) expect((await server.call(me.get, { as })).roles).toEqual([])
})
