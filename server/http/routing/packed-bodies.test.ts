import { gzipSync } from 'node:zlib'
import { limits } from '@coinless/contract/limits.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()

test('refuses a compressed body without decompressing it', async () => {
  const payload = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))
  expect(payload.length).toBeLessThan(limits.bodyBytes)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('malformed_json')
})

test('refuses a compressed body even if it is valid when decompressed', async () => {
  const body = { email: 'ada@example.com', password: 'correct horse battery' }
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify(body)),
  })
  expect(answer.json().code).toBe('malformed_json')
})
