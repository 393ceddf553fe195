import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { makeLandlord } from '../../../test/support/make.ts'
import { delivering } from '../../../test/support/webhooks.ts'
import { isAllowed } from './receivers.ts'

const { server, world, dispatcher, log } = delivering({ webhookPrivateNetworks: false })
const [isOff, isOn] = [{ webhookPrivateNetworks: false }, { webhookPrivateNetworks: true }]

test.each(['https://example.com/hook', 'https://example.com:8443/hook?key=1', 'https://1.1.1.1/'])(
  'accepts %s',
  (url) => {
    expect(isAllowed(isOff, url)).toBe(true)
  },
)

// id: receivers-1
test.each([
  'http://example.com/',
  'https://example.com:22/',
  'https://example.com:5432/',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/',
  'https://localhost/',
  'https://localhost./',
  'https://intranet/',
  'file:///etc/passwd',
])('rejects %s and stores nothing', async (url) => {
  expect(isAllowed(isOff, url)).toBe(false)
  const as = await makeLandlord(server)
  const body = { url, events: ['payment.created' as const] }
  const refused = await server.refused(webhooks.create, { as, body })
  const isNone = url.startsWith('file:')
  expect(refused.body.code).toBe(isNone ? 'invalid_input' : 'webhook_address_refused')
  expect((await server.call(webhooks.list, { as })).data).toEqual([])
})

test('allows private networks by a setting, but never a user and password', () => {
  for (const url of ['http://127.0.0.1:8080/', 'https://intranet/', 'https://[::1]:1234/']) {
    expect(isAllowed(isOn, url)).toBe(true)
  }
  for (const url of ['http://user:password@127.0.0.1/', 'ftp://127.0.0.1/']) {
    expect(isAllowed(isOn, url)).toBe(false)
  }
})

/** Sends to a webhook whose host name the test resolves. */
async function bringTo(resolve: (name: string) => string[], url: string) {
  const as = await makeLandlord(server)
  const body = { url, events: ['payment.created' as const] }
  const { id } = await server.call(webhooks.create, { as, body })
  await server.call(webhooks.test, { as, params: { id } })
  const asked: string[] = []
  const its = dispatcher({
    resolve: async (name) => {
      asked.push(name)
      return resolve(name).map((address) => ({ address, family: 4 }))
    },
  })
  await its.run()
  await its.rest()
  return { asked, last: (await log(as, id))[0] }
}

test('does not call a host name that resolves to a private address', async () => {
  for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1']]) {
    const { last } = await bringTo(() => addresses, 'https://example.com/')
    expect(last).toMatchObject({ status: 'waiting', failure: 'address_refused' })
  }
  expect(world.receiver.received).toEqual([])
})

// id: receivers-2
test('resolves a host name once and connects to that address', async () => {
  const answers = ['127.0.0.1', '1.1.1.1']
  const { asked, last } = await bringTo(
    () => [answers.shift() ?? '1.1.1.1'],
    'https://example.com/',
  )
  expect(asked).toEqual(['example.com'])
  expect(last?.failure).toBe('address_refused')
})

test('stops calling a private address once the setting is off', async () => {
  const as = await makeLandlord(server)
  const body = { url: 'https://example.com/', events: ['payment.created' as const] }
  const { id } = await server.call(webhooks.create, { as, body })
  await server.database.updateTable('webhooks').set({ url: world.receiver.url }).execute()
  await server.call(webhooks.test, { as, params: { id } })
  const its = dispatcher()
  await its.run()
  await its.rest()
  expect(await log(as, id)).toMatchObject([{ failure: 'address_refused' }])
  expect(world.receiver.received).toEqual([])
})
