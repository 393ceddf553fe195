import { z } from 'zod'
import { auditActions } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, moment, search, timestamp, wholeListQuery } from './fields.ts'

export const AuditEvent = z.object({
  id,
  created_at: timestamp,
  action: z.enum(auditActions),
  actor_id: id.nullable().describe('Who did it; null without a session'),
  actor_email: z.string().nullable().describe('Their address at that time'),
  account_id: id.nullable().describe('For whom, if they work for somebody else'),
  subject_id: id.nullable().describe('The device, code, resource or account concerned'),
  subject: z.string().describe('Its name at that time; empty for codes'),
  details: z.record(z.string(), z.string()).describe("What changed, such as price: '2.5 → 3'"),
  address: z.string().describe('The network address of the caller'),
  user_agent: z.string().describe('The User-Agent of their browser'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const filters = {
  search: search.describe('Matches part of an email, a subject, an id or a network address'),
  action: z.enum(auditActions).optional(),
  from: moment.optional().describe('From this time on'),
  until: moment.optional().describe('Before this time'),
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
    replyIsCsv: true,
    refusals: ['export_running', 'too_busy'],
  }),
}
