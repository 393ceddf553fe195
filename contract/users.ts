import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, search, text, timestamp } from './fields.ts'
import { limits } from './limits.ts'

export const userTypes = ['tenant', 'landlord'] as const

export const User = z.object({
  id,
  email: z.string(),
  email_verified: z.boolean(),
  full_name: z.string(),
  roles: z.array(z.string()),
  user_type: z.enum(userTypes),
  created_at: timestamp,
})
export type User = z.infer<typeof User>

export const me = {
  get: endpoint('GET', '/users-me', {
    summary: 'Your own account',
    may: 'signed-in',
    reply: User,
  }),
  update: endpoint('PUT', '/users-me', {
    summary: 'Change your name',
    may: 'signed-in',
    body: z.strictObject({ full_name: text(limits.nameMax) }),
    reply: User,
  }),
}

/** A role is any word; only the exact word admin carries power. */
const role = text(limits.roleMax)

export const adminUsers = {
  list: endpoint('GET', '/admin-users', {
    summary: 'All users, newest first',
    may: 'admin',
    query: listQuery.extend({ search: search.describe('Substring of email or full name') }),
    reply: listOf(User),
  }),
  assignRole: endpoint('POST', '/admin-users-roles/:id', {
    summary: 'Give somebody a role; one that they have already stays as it is',
    may: 'admin',
    params: z.strictObject({ id }),
    body: z.strictObject({ role }),
    reply: User,
    refusals: ['user_not_found'],
  }),
  removeRole: endpoint('DELETE', '/admin-users-roles/:id/:role', {
    summary: 'Take a role away; the last admin stays one',
    may: 'admin',
    params: z.strictObject({ id, role }),
    reply: null,
    refusals: ['user_not_found', 'last_admin'],
  }),
}
