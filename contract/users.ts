import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'
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
