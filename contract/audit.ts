import { z } from 'zod'
import { auditActions } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, moment, search, timestamp, wholeListQuery } from './fields.ts'

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
  from: moment.optional().describe('From this moment on'),
  until: moment.optional().describe('Before this moment'),
}

export const audit = {
  list: endpoint('GET', '/admin-audit-events', {
    summary: 'Who did what to what, when and from where; newest first',
    may: 'admin',
    query: wholeListQuery.extend(filters),
    reply: listOf(AuditEvent),
    refusals: ['list_too_long'],
  }),
  export: endpoint('GET', '/admin-audit-events-export', {
    summary: 'The same as CSV, without pages',
    may: 'admin',
    query: z.strictObject(filters),
    reply: z.string(),
    replyIsCsv: true,
    refusals: ['export_running', 'too_busy'],
  }),
}
