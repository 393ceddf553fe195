import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/app.ts'
import { makeUser, password } from '../test/make.ts'

const open = testApp()
const behindOne = testApp({ trustProxy: ['192.0.2.1'] })

/** The network address that is written down for a sign-in through a chain of proxies. */
async function addressOf(server: TestApp, remoteAddress: string) {
  const { email } = await makeUser(server)
  await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' },
    remoteAddress,
    payload: { email, password },
  })
  const event = await server.database
    .selectFrom('audit_events')
    .select('address')
    .where('actor_email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return event.address
}

test('the address of a caller is taken from a proxy that is trusted, and from nobody else', async () => {
  expect(await addressOf(open, '192.0.2.1')).toBe('192.0.2.1')
  expect(await addressOf(behindOne, '192.0.2.9')).toBe('192.0.2.9')
  expect(await addressOf(behindOne, '192.0.2.1')).toBe('203.0.113.2')
})
