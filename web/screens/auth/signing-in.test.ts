import { expect, test, vi } from 'vitest'
import { fakeStorage } from '../../test/storage.ts'
import { forgetTyped, keepTyped, typedBefore } from './signing-in.ts'

vi.stubGlobal('sessionStorage', fakeStorage())

const blank = { email: '', full_name: '', user_type: 'tenant', form: 'login' }
const now = Date.parse('2026-11-23T10:00:00Z')
const minutes = 60_000

test('keeps typed sign-in fields for a quarter of an hour', () => {
  keepTyped({ email: 'ana@example.com', form: 'register' }, now - 20 * minutes)
  expect(typedBefore(now)).toEqual(blank)
  keepTyped({ email: 'bea@example.com' }, now)
  keepTyped({ full_name: 'Bea' }, now + minutes)
  const typed = { ...blank, email: 'bea@example.com', full_name: 'Bea' }
  expect(typedBefore(now + 15 * minutes)).toEqual(typed)
  expect(typedBefore(now + 17 * minutes)).toEqual(blank)
  expect(typedBefore(now - 60 * minutes)).toEqual(blank)
  forgetTyped()
  expect(typedBefore(now)).toEqual(blank)
})
