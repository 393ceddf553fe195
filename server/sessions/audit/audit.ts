import { AuditEvent, type audit } from '@coinless/contract/audit.ts'
import type { AuditAction } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { countedListPage } from '../../http/lists/counted-list.ts'
import { equals, indexedContains, listPage } from '../../http/lists/list.ts'
import type { Origin } from '../../http/request/caller.ts'
import { preparedStatement } from '../../platform/database/client.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'

const eventColumns = columns(AuditEvent)
const searched = [{ column: 'search_text' }]

/** Who makes a change, and with which API key; no id for unauthenticated callers. */
export type Actor = Origin & {
  id?: string
  api_key?: string | null
  /** Person who acts in this account, if not its owner. */
  acting?: { id: string } | null
}

/**
 * Object of an action. Accounts default to their email address; prepaid codes have no name, because their text is
 * worth money.
 */
export interface AuditSubject {
  id: string | null
  name?: string
}

/** Records an audit event in the transaction of the action, so that neither exists without the other. */
export async function recordEvent(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  subject: AuditSubject,
  details: Record<string, string> = {},
): Promise<void> {
  await transaction
    .insertInto('audit_events')
    .values(eventOf(actor, action, subject, details))
    .modifyEnd(preparedStatement)
    .execute()
}

/** Records many audit events. */
export async function recordAll(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  subjects: readonly (AuditSubject & { details?: Record<string, string> })[],
): Promise<void> {
  if (subjects.length === 0) return
  await transaction
    .insertInto('audit_events')
    .values(subjects.map(({ details, ...subject }) => eventOf(actor, action, subject, details)))
    .execute()
}

/** Builds the event row, for statements that also perform the action. */
export function eventOf(
  actor: Actor,
  action: AuditAction,
  subject: AuditSubject | { id: RawBuilder<string>; name: string },
  details: Record<string, string> = {},
) {
  const actorId = actor.acting?.id ?? actor.id ?? null
  return {
    action,
    actor_id: actorId,
    actor_email: emailOf(actorId),
    account_id: actor.acting ? (actor.id ?? null) : null,
    subject_id: subject.id,
    subject: sql<string>`coalesce(${subject.name ?? null}, ${emailOf(subject.id)}, '')`,
    details: JSON.stringify(actor.api_key ? { ...details, api_key: actor.api_key } : details),
    address: actor.address,
    user_agent: actor.user_agent,
  }
}

function emailOf(userId: string | RawBuilder<string> | null) {
  return sql<string | null>`(select email from users where id = ${userId})`
}

/** Changed fields as event details: { price: '2.5 → 3' }. */
export function differences<Field extends string>(
  before: Record<Field, unknown>,
  after: Record<Field, unknown>,
  fields: readonly Field[],
): Record<string, string> {
  const changed = fields.filter((field) => before[field] !== after[field])
  return Object.fromEntries(
    changed.map((field) => [field, `${before[field] ?? '–'} → ${after[field] ?? '–'}`]),
  )
}

type Filters = z.output<typeof audit.export.query>

export async function listEvents(database: Database, query: z.output<typeof audit.list.query>) {
  const { action, from, until } = query
  // Row counts have a resolution of months.
  if (from || until) return listPage(database, chosen(database, query), query)
  return countedListPage(
    database,
    {
      table: 'audit_events',
      query: database.selectFrom('audit_events').select(eventColumns),
      streams: [{ audience: 'audit events', where: sql`true` }],
      facets: action && [{ name: action, where: sql<SqlBool>`action = ${action}` }],
      searched,
    },
    query,
  )
}

/** Yields matching events, newest first, in chunks, so that memory use is constant. */
export async function* allEvents(database: Database, filters: Filters): AsyncGenerator<AuditRow> {
  let last: AuditRow | undefined
  do {
    const part: AuditRow[] = await chosen(database, filters)
      .where(
        last
          ? sql<SqlBool>`(created_at, id) < (${last.created_at}, ${last.id})`
          : sql<SqlBool>`true`,
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.exportRowsAtOnce)
      .execute()
    yield* part
    last = part.at(-1)
  } while (last)
}

type AuditRow = Awaited<ReturnType<ReturnType<typeof chosen>['executeTakeFirstOrThrow']>>

function chosen(database: Database, { search, action, from, until }: Filters) {
  return database
    .selectFrom('audit_events')
    .select(eventColumns)
    .where(search ? indexedContains(searched, search) : sql<SqlBool>`true`)
    .where(equals('action', action))
    .where(from ? sql<SqlBool>`created_at >= ${from}` : sql<SqlBool>`true`)
    .where(until ? sql<SqlBool>`created_at < ${until}` : sql<SqlBool>`true`)
}
