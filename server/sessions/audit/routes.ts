import { AuditEvent, audit } from '@coinless/contract/audit.ts'
import type { Server } from '../../http/request/server.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { columns } from '../../platform/database/columns.ts'
import { allEvents, listEvents } from './audit.ts'

export function auditRoutes(server: Server) {
  const { database } = server

  route(server, audit.list, ({ query }) => listEvents(database, query))

  const file = { name: 'audit-trail', columns: columns(AuditEvent) }
  csvRoute(server, audit.export, file, ({ query }) => allEvents(database, query))
}
