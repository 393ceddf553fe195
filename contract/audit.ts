import { z } from 'zod'
import { auditActions } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, moment, search, timestamp, wholeListQuery } from './fields.ts'

export const AuditEvent = z.object({
  id,
  created_at: timestamp,
  action: z.enum(auditActions),
  actor_id: id.nullable().describe('User who acted. null without a session'),
  actor_email: z.string().nullable().describe('Email address of the user at that time'),
  account_id: id.nullable().describe('Account that the user acted for, if not their own'),
  subject_id: id.nullable().describe('The affected device, code, resource or account'),
  subject: z.string().describe('Name at that time. Empty for codes'),
  details: z.record(z.string(), z.string()).describe("Changed fields, such as price: '2.5 → 3'"),
  address: z.string().describe('Network address of the caller'),
  user_agent: z.string().describe('User-Agent header of the caller'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filters = {
  search: search.describe(
    'Matches part of an email address, a subject, an id or a network address',
  ),
  action: z.enum(auditActions).optional(),
  from: moment.optional().describe('Events at or after this time'),
  until: moment.optional().describe('Events before this time'),
}

export const audit = {
  list: endpoint('GET', '/admin-audit-events', {
    summary: 'List audit events, newest first',
    may: 'admin',
    needs: ['admin', 'read_money'],
    query: wholeListQuery.extend(filters),
    reply: listOf(AuditEvent),
    refusals: ['list_too_long'],
  }),
  export: endpoint('GET', '/admin-audit-events/export', {
    summary: 'Export audit events as CSV',
    may: 'admin',
    needs: ['admin', 'read_money'],
    query: z.strictObject(filters),
    reply: z.string(),
    replyType: 'csv',
    refusals: ['export_running', 'too_busy'],
  }),
}
