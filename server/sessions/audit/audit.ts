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

/** Who is behind a change, and by which API key; without an id somebody who is not signed in. */
export type Actor = Origin & {
  id?: string
  api_key?: string | null
  /** Who is at work in the account with this id, if that is another. */
  acting?: { id: string } | null
}

/**
 * What something was done to. An account is named by its address, which need not be given; a prepaid
 * code has no name, since its text is worth money.
 */
export interface Subject {
  id: string | null
  name?: string
}

/** Writes down what somebody does: in the transaction that does it, so that neither is lost. */
export async function record(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  subject: Subject,
  details: Record<string, string> = {},
): Promise<void> {
  await transaction
    .insertInto('audit_events')
    .values(eventOf(actor, action, subject, details))
    .modifyEnd(preparedStatement)
    .execute()
}

/** The same of many. */
export async function recordAll(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  subjects: readonly (Subject & { details?: Record<string, string> })[],
): Promise<void> {
  if (subjects.length === 0) return
  await transaction
    .insertInto('audit_events')
    .values(subjects.map(({ details, ...subject }) => eventOf(actor, action, subject, details)))
    .execute()
}

/** The row that says so, for a statement that also does it. */
export function eventOf(
  actor: Actor,
  action: AuditAction,
  subject: Subject | { id: RawBuilder<string>; name: string },
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

/** What differs, as details of an event: { price: '2.5 → 3' }. */
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
  // Row counts know months, not moments.
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

/** All that is chosen, newest first, read a part at a time: memory does not grow with the years. */
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
