import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'

const listeners: ((event: { key: string | null }) => void)[] = []
let stored: Storage
let storage: typeof import('./storage.ts').browserStorage

beforeEach(async () => {
  vi.resetModules()
  listeners.length = 0
  stored = fakeStorage()
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('addEventListener', (_: string, follow: (typeof listeners)[number]) =>
    listeners.push(follow),
  )
  storage = (await import('./storage.ts')).browserStorage
})

function block() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const denied = new Proxy({}, { get: refuse, set: refuse, ownKeys: refuse })
  vi.stubGlobal('localStorage', denied)
}

/** Longer values do not fit. */
function fill() {
  const setItem = (name: string, text: string) => {
    if (text.length > 3) throw new DOMException('The quota is exceeded.', 'QuotaExceededError')
    stored.setItem(name, text)
  }
  const get = (_: Storage, name: string | symbol) =>
    name === 'setItem' ? setItem : stored[name as keyof Storage]
  vi.stubGlobal('localStorage', new Proxy(stored, { get }))
}

test('keeps a value for the visit if the browser blocks storage', () => {
  block()
  storage.set('one', 'first')
  storage.set('other', 'second')
  expect([storage.get('one'), storage.get('none'), storage.names()]).toEqual([
    'first',
    null,
    ['one', 'other'],
  ])
  storage.remove('one')
  expect(storage.names()).toEqual(['other'])
  storage.clear()
  expect([storage.names(), storage.isLasting()]).toEqual([[], false])
})

test('keeps a value in memory instead of the older one if storage is full', () => {
  storage.set('token', 'old')
  fill()
  storage.set('token', 'rotated')
  expect([storage.get('token'), stored.getItem('token')]).toEqual(['rotated', null])
  storage.set('token', 'new')
  expect([storage.get('token'), stored.getItem('token')]).toEqual(['new', 'new'])
  expect(storage.names()).toEqual(['token'])
})

test('stores all parts of a session or none', () => {
  fill()
  storage.setAll({ user: 'Ann', token: 'longer' })
  expect([storage.get('user'), storage.get('token'), stored.length]).toEqual(['Ann', 'longer', 0])
})

test('prefers the values of another tab to those in memory', () => {
  storage.followOtherTabs()
  fill()
  storage.setAll({ user: 'Ann', token: 'longer' })
  for (const follow of listeners) follow({ key: 'unrelated' })
  expect(storage.get('user')).toBe('Ann')
  stored.setItem('user', 'Ben')
  for (const follow of listeners) follow({ key: 'user' })
  expect([storage.get('user'), storage.get('token')]).toEqual(['Ben', null])
})
