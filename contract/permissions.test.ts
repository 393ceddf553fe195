import { expect, test } from 'vitest'
import { type Caller, isAdmin, may } from './permissions.ts'

const caller: Caller = { id: '1', email: 'me@example.com', email_verified: true, roles: [] }
const foreignDevice = {
  owner_id: '2',
  landlord_email: 'other@example.com',
  landlord_accepted: true,
  location: 'Attic',
}

test('only the exact role admin carries power', () => {
  const verified = { email_verified: true }
  expect(isAdmin({ ...verified, roles: ['moderator', 'admin'] })).toBe(true)
  for (const role of ['Admin', ' admin ', 'admins', 'аdmin', 'user', '']) {
    expect(isAdmin({ ...verified, roles: [role] })).toBe(false)
  }
})

test('the role admin carries no power while its address is not verified', () => {
  expect(isAdmin({ email_verified: false, roles: ['admin'] })).toBe(false)
})

test('a device is changed by its owner, its verified landlord and admins', () => {
  const mine = { ...foreignDevice, landlord_email: caller.email }
  expect(may(caller, 'change device', { ...foreignDevice, owner_id: '1' })).toBe(true)
  expect(may(caller, 'change device', mine)).toBe(true)
  expect(may({ ...caller, email_verified: false }, 'change device', mine)).toBe(false)
  expect(may(caller, 'change device', foreignDevice)).toBe(false)
  expect(may({ ...caller, roles: ['admin'] }, 'change device', foreignDevice)).toBe(true)
})

test('a device is changed by staff at its place, and nowhere else by those of some places', () => {
  const own = { ...foreignDevice, owner_id: '1' }
  const at = (...places: string[]) => may({ ...caller, acting: { places } }, 'change device', own)
  expect([at('Attic'), at('Basement', 'Attic')]).toEqual([true, true])
  expect([at('Basement'), at('attic'), at('Attic ')]).toEqual([false, false, false])
  expect(may({ ...caller, acting: { places: null } }, 'change device', own)).toBe(true)
})

test('a prepaid code is changed by its issuer and admins', () => {
  expect(may(caller, 'change prepaid code', { user_id: '1' })).toBe(true)
  expect(may(caller, 'change prepaid code', { user_id: '2' })).toBe(false)
  expect(may(caller, 'change prepaid code', { user_id: null })).toBe(false)
  expect(may({ ...caller, roles: ['admin'] }, 'change prepaid code', { user_id: '2' })).toBe(true)
})
