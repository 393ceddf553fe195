import { rightsOfRole } from '@coinless/contract/staff.ts'
import { expect, test } from 'vitest'
import type { ShownUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { movedTo, paths } from '../../shared/navigation/paths.ts'
import { currentEntry } from './menus.ts'

const person: ShownUser = {
  ...{ id: '1', email: 'ana@example.com', full_name: 'Ana', roles: [], created_at: '' },
  ...{ user_type: 'tenant', is_guest: false, email_verified: true },
}
const users = {
  tenant: person,
  landlord: { ...person, user_type: 'landlord' },
  admin: { ...person, roles: ['admin'] },
  guest: { ...person, is_guest: true },
  manager: { ...person, user_type: 'landlord', rights: rightsOfRole.manager },
  technician: { ...person, user_type: 'landlord', rights: rightsOfRole.technician },
  bookkeeper: { ...person, user_type: 'landlord', rights: rightsOfRole.bookkeeper },
} satisfies Record<string, ShownUser>

/** Every address of a screen with a menu. */
const addresses = Object.values(paths)
  .map((path) => (typeof path === 'string' ? path : (path as (id: string) => string)('1')))
  .map((address) => address.split(/[?#]/)[0] ?? '')
  .filter((address) => !/^[/](auth|help|display)/.test(address))

test.each(Object.entries(users))('marks an entry on every screen of a %s', (_, user) => {
  const isOpen = (address: string) =>
    mayOpen(user, address) && (users.admin === user || !address.startsWith('/admin/'))
  const unmarked = addresses.filter((address) => isOpen(address) && !currentEntry(user, address))
  expect(unmarked).toEqual([])
})

test.each([
  ['landlord', '/devices/1/edit', '/devices'],
  ['landlord', '/stickers', '/devices'],
  ['landlord', '/bulk-changes', '/devices'],
  ['landlord', '/controllers/1', '/controllers'],
  ['landlord', '/reports/1', '/report-cases'],
  ['landlord', '/report-cases/1', '/report-cases'],
  ['landlord', '/top-ups/1', '/transactions'],
  ['landlord', '/prepaid-codes/batches/1/cards', '/prepaid-codes'],
  ['landlord', '/settings/staff/trail', '/settings'],
  ['landlord', '/settings/webhooks/1', '/settings'],
  ['landlord', '/staff-invitation', '/profile'],
  ['landlord', '/resources/1', '/dashboard'],
  ['tenant', '/reports/1', '/transactions'],
  ['tenant', '/rooms/1', '/devices'],
  ['tenant', '/settings/api-keys', '/profile'],
  ['guest', '/rooms/1', '/payments'],
  ['guest', '/devices/1', '/payments'],
  ['admin', '/admin/prepaid-codes', '/admin/prepaid-codes'],
  ['bookkeeper', '/resources', '/dashboard'],
] as const)('marks for a %s at %s the entry %s', (kind, address, entry) => {
  expect(currentEntry(users[kind], address)).toBe(entry)
})

test('marks nothing where a user may not be', () => {
  expect(currentEntry(users.landlord, '/admin/users')).toBeUndefined()
  expect(currentEntry(users.technician, '/settings')).toBeUndefined()
})

test.each([
  ['/staff', paths.staff],
  ['/staff/new', paths.inviteStaff],
  ['/staff/trail', paths.staffTrail],
  ['/webhooks/1', paths.webhook('1')],
  ['/api-keys/new', paths.newApiKey],
  ['/prepaid-codes/top-ups', paths.topUpSettings],
])('leads from the former address %s to %s', (former, today) => {
  expect(movedTo(former)).toBe(today)
})
