import { AuditEvent } from '@coinless/contract/audit.ts'
import type { staff } from '@coinless/contract/staff.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { listPage } from '../../http/lists/list.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'

const eventColumns = columns(
  AuditEvent.omit({ address: true, user_agent: true, account_id: true, subject: true }),
)

/** Hides subjects that are other accounts, because they are named by addresses that the reader may not know. */
function subjectFor(ownerId: string) {
  return sql<string>`case
    when subject_id <> ${ownerId} and exists (select from users where users.id = subject_id) then ''
    else subject
  end`
}

/** Lists the actions of the account's owner and staff. */
export function listTrail(
  database: Database,
  { id }: SignedInCaller,
  query: z.output<typeof staff.trail.query>,
) {
  const byStaff = sql<SqlBool>`account_id = ${id}`
  const byOwner = sql<SqlBool>`actor_id = ${id} and account_id is null`
  const events = database
    .selectFrom('audit_events')
    .select(eventColumns)
    .select(subjectFor(id).as('subject'))
    .where(query.staff_only ? byStaff : sql<SqlBool>`(${byStaff} or ${byOwner})`)
  return listPage(database, events, query)
}
