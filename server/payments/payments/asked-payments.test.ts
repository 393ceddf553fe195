import { adminRole, type Caller } from '@coinless/contract/permissions.ts'
import { expect, test } from 'vitest'
import { type AskedPayment, kindOf } from './asked-payments.ts'

const caller = { id: '1', email: 'a@example.com', email_verified: true, roles: [], full_name: 'A' }
const terms = { device_id: 'd', amount: 2.5, duration: 30 }

const callers: Partial<Caller>[] = [
  {},
  { roles: [adminRole] },
  { acting: { places: null } },
  { acting: { places: ['Elm Street 4'] } },
  { acting: { places: ['Oak Street 1'] } },
]
const codes = [{ prepaid_code: 'TEST-CODE-1' }, { prepaid_code_id: 'c' }]
const throttles = [undefined, { own: 'a', networks: { keys: [], frees: [] }, isKnown: false }]

function asked(facts: Partial<Caller>, code: object, throttle: unknown): AskedPayment {
  const payment = { ...terms, ...code }
  const all = { id: '1', caller: { ...caller, ...facts }, payment, throttle, language: 'en' }
  return all as unknown as AskedPayment
}

test('keeps payments with different rights, limits or ways to name a code apart', () => {
  const kinds = callers.flatMap((facts) =>
    codes.flatMap((code) => throttles.map((throttle) => kindOf(asked(facts, code, throttle)))),
  )
  expect(new Set(kinds).size).toBe(callers.length * codes.length * throttles.length)
})

test('makes payments that differ only in payers, devices and codes by one statement', () => {
  const other = { id: '2', email: 'b@example.com', email_verified: false, roles: ['landlord'] }
  expect(kindOf(asked(other, { prepaid_code: 'TEST-CODE-2', device_id: 'e' }, undefined))).toBe(
    kindOf(asked({}, { prepaid_code: 'TEST-CODE-1' }, undefined)),
  )
})
