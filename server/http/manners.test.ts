import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeAdmin } from '../test/make.ts'

const server = testApp()
const allEndpoints = Object.values(endpoints).flatMap((calls): Endpoint[] => Object.values(calls))

test('no call takes a body that says it is something else than JSON', async () => {
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
