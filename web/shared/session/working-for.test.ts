import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'

const account = '3d0b2a52-7f6c-4a0e-9f5e-0d6a3a1b2c4d'
const fetched: { headers: Record<string, string> }[] = []

beforeEach(() => {
  vi.resetModules()
  fetched.length = 0
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (_url: string, request: (typeof fetched)[number]) => {
    fetched.push(request)
    return Response.json({ id: '', email: '', full_name: '', roles: [], data: [], status: '' })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The accounts for which calls are made on a page at this address. */
async function accountsAt(pathname: string) {
  vi.stubGlobal('location', { pathname, origin: 'http://localhost' })
  const { calls } = await import('../calls/calls.ts')
  const { call } = await import('../calls/client.ts')
  for (const target of [calls.devices.list, calls.me.get, calls.health.live]) {
    await call(target as typeof calls.me.get)
  }
  return fetched.map(({ headers }) => headers['coinless-account'])
}

test('makes calls for the account in the address, except personal and public ones', async () => {
  expect(await accountsAt(`/for/${account}/devices`)).toEqual([account, undefined, undefined])
})

test.each(['/devices', '/for/another/devices', `/for/${account}0/devices`, `/x/for/${account}`])(
  'makes calls for the own account at %s',
  async (pathname) => {
    expect(await accountsAt(pathname)).toEqual([undefined, undefined, undefined])
  },
)

test('keeps tab data per account, also while working for another, and drops it with its user', async () => {
  const stored = fakeStorage()
  vi.stubGlobal('localStorage', stored)
  stored.setItem('user', '{"id": "ana"}')
  for (const name of ['access_token', 'refresh_token']) stored.setItem(name, 'some')
  vi.stubGlobal('location', { pathname: `/for/${account}/devices` })
  await import('./session-store.ts')
  const ofOwner = await import('../ui/account-storage.ts')
  ofOwner.setForAccount('draft', 'of the owner')
  expect(ofOwner.getForAccount('draft')).toBe('of the owner')
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/devices' })
  await import('./session-store.ts')
  const own = await import('../ui/account-storage.ts')
  expect(own.getForAccount('draft')).toBeNull()
  own.setForAccount('key of a call without an answer', 'of Ana')
  vi.resetModules()
  vi.stubGlobal('location', { pathname: `/for/${account}/devices` })
  await import('./session-store.ts')
  const again = await import('../ui/account-storage.ts')
  expect([
    again.getForAccount('draft'),
    again.getForAccount('key of a call without an answer'),
  ]).toEqual(['of the owner', null])
  own.setStorageAccount('ana')
  expect(own.getForAccount('key of a call without an answer')).toBe('of Ana')
  own.setStorageAccount('another user')
  own.setStorageAccount('ana')
  expect(own.getForAccount('key of a call without an answer')).toBeNull()
})
