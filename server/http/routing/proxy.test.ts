import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/support/app.ts'
import { makeUser, password } from '../../../test/support/make.ts'
import { networkOf } from '../request/caller-address.ts'

const open = testApp()
const behindOne = testApp({ trustProxy: ['192.0.2.1'], rateLimits: true })

/** Returns the address recorded for a sign-in through a chain of proxies. */
async function addressOf(
  server: TestApp,
  remoteAddress: string,
  forwardedFor = '203.0.113.1, 203.0.113.2',
) {
  const { email } = await makeUser(server)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/auth-login',
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress,
    payload: { email, password },
  })
  expect(statusCode).toBe(200)
  const event = await server.database
    .selectFrom('audit_events')
    .select('address')
    .where('actor_email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return event.address
}

// id: proxy-1
test('takes the address of a caller from trusted proxies only', async () => {
  expect(await addressOf(open, '192.0.2.1')).toBe('192.0.2.1')
  expect(await addressOf(behindOne, '192.0.2.9')).toBe('192.0.2.9')
  expect(await addressOf(behindOne, '192.0.2.1')).toBe('203.0.113.2')
})

test.each([
  ['203.0.113.7:52814', '203.0.113.7'],
  ['[2001:db8::7]:52814', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['nonsense', '192.0.2.1'],
  ['203.0.113.7, unknown', '192.0.2.1'],
  ['999.1.1.1', '192.0.2.1'],
  [`${'9'.repeat(4000)}`, '192.0.2.1'],
  ['', '192.0.2.1'],
])(
  'reads an address passed on as %s by a proxy without failing the call',
  async (passedOn, address) => {
    expect(await addressOf(behindOne, '192.0.2.1', passedOn)).toBe(address)
  },
)

test.each<[Record<string, string>, string | undefined]>([
  [{ host: 'coinless.example' }, 'coinless.example'],
  [{ host: '[::1]:3000' }, '[::1]'],
  [{ host: '[' }, undefined],
  [{ host: 'a b' }, undefined],
  [{ host: 'evil.example:80:80' }, undefined],
  [{ host: 'ana@evil.example' }, undefined],
  [{ host: 'evil.example/path' }, undefined],
  [{ 'x-forwarded-host': '[' }, undefined],
  [{ 'x-forwarded-host': 'coinless.example' }, 'coinless.example'],
  [{ host: 'coinless.example', 'x-forwarded-proto': '1 2' }, undefined],
  [{ host: 'coinless.example', 'x-forwarded-proto': 'javascript' }, undefined],
])('offers passkeys for a valid host, and refuses an invalid one: %j', async (headers, rpId) => {
  for (const path of ['/passkey-sign-ins/options', '/passkey-sign-ins'] as const) {
    const { statusCode, body } = await behindOne.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers,
      remoteAddress: '192.0.2.1',
      ...(path === '/passkey-sign-ins' && { payload: { credential: { id: 'none' } } }),
    })
    const told = JSON.parse(body)
    if (rpId === undefined) expect([statusCode, told.code]).toEqual([400, 'bad_host'])
    else if (path === '/passkey-sign-ins/options') expect(told.rpId).toBe(rpId)
    else expect([statusCode, told.code]).toEqual([422, 'passkey_not_accepted'])
  }
})

test('treats addresses of one network as one caller, in any notation', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0DB8:0001:0002:ffff::9'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('::ffff:192.0.2.7')).toBe(networkOf('192.0.2.7'))
  expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.2.8'))
})
