import { expect, test } from 'vitest'
import { type Caller, isAdmin, may } from './permissions.ts'

const caller: Caller = { id: '1', email: 'me@example.com', email_verified: true, roles: [] }
const foreignDevice = {
  owner_id: '2',
  landlord_email: 'other@example.com',
  landlord_accepted: true,
  location: 'Attic',
}

test('grants admin rights to the exact role admin only', () => {
  const verified = { email_verified: true }
  expect(isAdmin({ ...verified, roles: ['moderator', 'admin'] })).toBe(true)
  for (const role of ['Admin', ' admin ', 'admins', 'аdmin', 'user', '']) {
    expect(isAdmin({ ...verified, roles: [role] })).toBe(false)
  }
})

test('grants no admin rights to an unverified address', () => {
  expect(isAdmin({ email_verified: false, roles: ['admin'] })).toBe(false)
})

test('lets a device be changed by its owner, its verified landlord and admins', () => {
  const mine = { ...foreignDevice, landlord_email: caller.email }
  expect(may(caller, 'change device', { ...foreignDevice, owner_id: '1' })).toBe(true)
  expect(may(caller, 'change device', mine)).toBe(true)
  expect(may({ ...caller, email_verified: false }, 'change device', mine)).toBe(false)
  expect(may(caller, 'change device', foreignDevice)).toBe(false)
  expect(may({ ...caller, roles: ['admin'] }, 'change device', foreignDevice)).toBe(true)
})

test('lets staff change devices at their places only', () => {
  const own = { ...foreignDevice, owner_id: '1' }
  const at = (...places: string[]) => may({ ...caller, acting: { places } }, 'change device', own)
  expect([at('Attic'), at('Basement', 'Attic')]).toEqual([true, true])
  expect([at('Basement'), at('attic'), at('Attic ')]).toEqual([false, false, false])
  expect(may({ ...caller, acting: { places: null } }, 'change device', own)).toBe(true)
})

test('lets a prepaid code be changed by its issuer and admins', () => {
  expect(may(caller, 'change prepaid code', { user_id: '1' })).toBe(true)
  expect(may(caller, 'change prepaid code', { user_id: '2' })).toBe(false)
  expect(may(caller, 'change prepaid code', { user_id: null })).toBe(false)
  expect(may({ ...caller, roles: ['admin'] }, 'change prepaid code', { user_id: '2' })).toBe(true)
})
