import { expect, test } from 'vitest'
import { isAdmin, may, type Person } from './permissions.ts'

const person: Person = { id: '1', email: 'me@example.com', email_verified: true, roles: [] }
const foreignDevice = {
  owner_id: '2',
  landlord_email: 'other@example.com',
  landlord_accepted: true,
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
  const mine = { ...foreignDevice, landlord_email: person.email }
  expect(may(person, 'change device', { ...foreignDevice, owner_id: '1' })).toBe(true)
  expect(may(person, 'change device', mine)).toBe(true)
  expect(may({ ...person, email_verified: false }, 'change device', mine)).toBe(false)
  expect(may(person, 'change device', foreignDevice)).toBe(false)
  expect(may({ ...person, roles: ['admin'] }, 'change device', foreignDevice)).toBe(true)
})

test('a prepaid code is changed by its issuer and admins', () => {
  expect(may(person, 'change prepaid code', { user_id: '1' })).toBe(true)
  expect(may(person, 'change prepaid code', { user_id: '2' })).toBe(false)
  expect(may(person, 'change prepaid code', { user_id: null })).toBe(false)
  expect(may({ ...person, roles: ['admin'] }, 'change prepaid code', { user_id: '2' })).toBe(true)
})
