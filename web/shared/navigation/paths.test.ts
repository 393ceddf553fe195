import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isAtMachine, pageAfterSignIn, signInFor } from './paths.ts'

const origin = 'https://coinless.test'
vi.stubGlobal('location', { origin })

function pageFor(next: string): string {
  return pageAfterSignIn(new URLSearchParams({ next }))
}

test.each([
  '/devices',
  '/devices?page=2&search=a%20b&device_type=washer',
  '/devices/',
  '/devices/?page=2',
  '/prepaid-codes/0b5b1f0e-2f7c-4a51-9c3f-0d8c4b7e2a10',
  '/payments?device=0b5b1f0e-2f7c-4a51-9c3f-0d8c4b7e2a10',
])('sign-in returns to %s', (page) => {
  expect(pageFor(page)).toBe(page)
  expect(pageAfterSignIn(new URL(signInFor(page), origin).searchParams)).toBe(page)
})

test.each([
  '',
  'devices\\..\\..',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  '\t//elsewhere.test',
  '/\n/elsewhere.test',
  '/.//elsewhere.test',
  '/a/..//elsewhere.test',
  '///elsewhere.test',
  '/%2F/elsewhere.test',
  '/devices//x',
  '/devices//',
  'https://elsewhere.test/devices',
  'https://coinless.test@elsewhere.test/devices',
  'https://coinless.test.elsewhere.test/devices',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://coinless.test/devices',
  '//[',
  '/%E0%A4%A',
  '/auth',
  '/auth/',
  '/auth?next=/auth',
  '/',
])('sign-in with next=%j leads to the profile', (next) => {
  expect(pageFor(next)).toBe('/profile')
})

// id: paths-1
test('sign-in leads to an address of this app for any value of next', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '.',
    '..',
    '%2f',
    '%09',
    ':',
    '@',
    '?',
    '#',
    'x',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => `/${parts.join('')}`),
      ),
      (next) => {
        const page = pageFor(next)
        expect(page).toMatch(/^\/[\w-]/)
        expect(new URL(page, origin).href).toBe(origin + page)
      },
    ),
  )
})

test('offers a guest account only on the way to a machine', () => {
  const toMachines = ['/m/482109379', '/payments?sticker=1', '/payments?device=1', '/rooms/1']
  const elsewhere = [
    '/profile',
    '/devices',
    '/rooms/1/sign',
    '/payments?cycle=1',
    '/payments?card=1',
  ]
  const isOffered = [...toMachines, ...elsewhere].filter(isAtMachine)
  expect(isOffered).toEqual(toMachines)
})
