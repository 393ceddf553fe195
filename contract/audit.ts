import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, search, timestamp } from './fields.ts'

/** Everything that is written down, as `what_happened`. Payments have a ledger of their own. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'stolen_token_used',
  'account_registered',
  'account_renamed',
  'address_verified',
  'password_changed',
  'password_reset',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'role_assigned',
  'role_removed',
  'device_created',
  'device_changed',
  'device_deleted',
  'code_issued',
  'code_renamed',
  'code_disabled',
  'code_enabled',
  'code_deleted',
  'code_topped_up',
  'code_adjusted',
  'code_expiry_changed',
  'payment_refunded',
  'resource_created',
  'resource_changed',
  'resource_deleted',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEvent = z.object({
  id,
  created_at: timestamp,
  action: z.enum(auditActions),
  actor_id: id.nullable().describe('Who did it; null when nobody was signed in'),
  actor_email: z.string().nullable().describe('Their address at that time'),
  subject_id: id.nullable().describe('The device, code, resource or account it was done to'),
  subject: z.string().describe('What that was called at that time; nothing for codes'),
  details: z.record(z.string(), z.string()).describe("What changed, such as price: '2.5 → 3'"),
  address: z.string().describe('The network address of the caller'),
  user_agent: z.string().describe('How their browser described itself'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filters = {
  search: search.describe("Substring of somebody's email, a subject, an id or a network address"),
  action: z.enum(auditActions).optional(),
  from: z.iso.datetime().optional().describe('From this moment on'),
  until: z.iso.datetime().optional().describe('Before this moment'),
}

export const audit = {
  list: endpoint('GET', '/admin-audit-events', {
    summary: 'Who did what to what, when and from where; newest first',
    may: 'admin',
    query: listQuery.extend(filters),
    reply: listOf(AuditEvent),
  }),
  export: endpoint('GET', '/admin-audit-events-export', {
    summary: 'The same as CSV, without pages',
    may: 'admin',
    query: z.strictObject(filters),
    reply: z.string(),
    replyIsCsv: true,
  }),
}
