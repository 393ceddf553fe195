import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const calls = Object.values(endpoints).flatMap((feature): Endpoint[] => Object.values(feature))
const promised = calls.map(({ method, path }) => `${method} ${path}`)

const specified = [
  'POST /auth-login',
  'POST /auth-register',
  'POST /auth-refresh',
  'POST /auth-logout',
  'GET /api-resources-list',
  'GET /api-prepaid-codes-list',
  'POST /api-resources-create',
  'GET /api-resources-get/:id',
  'PUT /api-resources-update/:id',
  'DELETE /api-resources-delete/:id',
  'GET /devices',
  'GET /devices/:id',
  'POST /devices',
  'PUT /devices/:id',
  'DELETE /devices/:id',
  'GET /transactions',
  'GET /transactions/:id',
  'POST /payments/prepaid',
  'POST /payments/card',
  'GET /prepaid-codes',
  'PATCH /prepaid-codes/:id',
  'DELETE /prepaid-codes/:id',
  'POST /prepaid-codes-generate',
  'POST /prepaid-codes',
  'GET /prepaid-codes-id/:id',
  'PUT /prepaid-codes-id/:id',
  'DELETE /prepaid-codes-id/:id',
  'PATCH /prepaid-codes-id-toggle/:id',
  'GET /users-me',
  'PUT /users-me',
  'GET /admin-users',
  'POST /admin-users-roles/:id',
  'GET /admin-prepaid-codes',
]

test.each(specified)('every call of SPEC section 7 is in the contract: %s', (call) => {
  expect(promised).toContain(call)
})

test('no call is promised twice', () => {
  expect(new Set(promised).size).toBe(promised.length)
})
