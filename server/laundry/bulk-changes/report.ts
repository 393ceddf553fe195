import type { BulkChange, BulkReport, LeftReason } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { missingRight } from '@coinless/contract/rights.ts'
import { type SqlBool, sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { refuseWithoutRight } from '../../http/request/session.ts'
import { describePrices } from '../../machines/prices/describe-prices.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleCode, visibleDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { kinds } from './kinds.ts'

/** @throws Refusal bulk_change_not_found if the caller has none with this id; right_missing */
export async function findBulkChange(
  database: Database,
  caller: SignedInCaller,
  id: string,
  { isLocked = false } = {},
) {
  const change = await database
    .selectFrom('bulk_changes')
    .selectAll()
    .where('id', '=', id)
    .where(startedBy(caller))
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!change) throw new Refusal('bulk_change_not_found')
  refuseWithoutRight(caller, rightFor(change.things))
  return change
}

/** Changes that have begun and not ended, newest first: their server may have stopped in the middle. */
export async function openChanges(database: Database, caller: SignedInCaller) {
  const open = await changesOf(database, caller)
    .select('id')
    .where('state', 'in', ['applying', 'undoing'])
    .orderBy('created_at', 'desc')
    .limit(limits.openBulkChanges)
    .execute()
  const data: Answer<BulkChange>[] = []
  for (const { id } of open) data.push(await reportOf(database, caller, id))
  const { ended } = await changesOf(database, caller)
    .select((all) => all.fn.countAll<number>().as('ended'))
    .where('state', 'in', ['applied', 'undone'])
    .where(isRecent)
    .executeTakeFirstOrThrow()
  return { data, ended: Math.min(Number(ended), limits.bulkReports) }
}

/** Reports of all changes begun within a day, in any tab, newest first. */
export async function recentChanges(database: Database, caller: SignedInCaller) {
  const recent = await changesOf(database, caller)
    .select(['id', 'created_at'])
    .where('state', '<>', 'planned')
    .where(isRecent)
    .orderBy('created_at', 'desc')
    .limit(limits.bulkReports)
    .execute()
  const data: Answer<BulkReport>[] = []
  for (const { id, created_at } of recent) {
    data.push({ ...(await reportOf(database, caller, id)), created_at })
  }
  return { data }
}

const isRecent = sql<SqlBool>`created_at > now() - make_interval(hours => ${sql.lit(limits.bulkKeptHours)})`

/** On `bulk_changes`: begun by the caller, not by others who act in that account. */
export function startedBy({ id, acting }: SignedInCaller) {
  return sql<SqlBool>`(
    user_id = ${id} and membership_id is not distinct from ${acting?.membership_id ?? null}::uuid
  )`
}

/** Changes of kinds that a caller with limited rights may change. */
function changesOf(database: Database, caller: SignedInCaller) {
  const things = (['devices', 'prepaid_codes'] as const).filter(
    (each) => !missingRight(caller, rightFor(each)),
  )
  return database
    .selectFrom('bulk_changes')
    .where(startedBy(caller))
    .where(sql<SqlBool>`things = any (${things})`)
}

function rightFor(things: BulkChange['things']) {
  return things === 'devices' ? 'change_devices' : 'change_codes'
}

/** Reports what a bulk change would do, does and did. */
export async function reportOf(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Answer<BulkChange>> {
  const { things, state, new_values, unchanged, applied_at } = await findBulkChange(
    database,
    caller,
    id,
  )
  const ofChange = sql`bulk_change_id = ${id}`
  const { rows: counts } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from bulk_change_rows where ${ofChange}
    group by state`.execute(database)
  const count = (state: string) => counts.find((each) => each.state === state)?.count ?? 0
  const undo_until =
    state === 'applied' && applied_at && count('changed') > 0
      ? new Date(applied_at.getTime() + limits.undoSeconds * 1000)
      : null
  return {
    id,
    things,
    state,
    unchanged,
    planned: count('planned'),
    changed: count('changed') + count('kept'),
    undone: count('undone'),
    groups: await groupsOf(database, id, new_values),
    left: await leftOf(database, caller, id, things),
    undo_until,
  }
}

async function groupsOf(database: Database, id: string, set: Record<string, string>) {
  const groups: BulkChange['groups'] = []
  for (const [field, to] of Object.entries(set)) {
    const { rows } = await sql<{ from: string; count: number }>`
      select old_values ->> ${field} as from, count(*)::integer as count from bulk_change_rows
      where bulk_change_id = ${id} and state <> 'left' and old_values ->> ${field} <> ${to}
      group by 1 order by 2 desc, 1 limit ${limits.bulkGroups}`.execute(database)
    const said = (value: string) => (field === 'prices' ? describePrices(JSON.parse(value)) : value)
    groups.push(
      ...rows.map(({ from, count }) => ({ field, from: said(from), to: said(to), count })),
    )
  }
  return groups
}

async function leftOf(
  database: Database,
  caller: SignedInCaller,
  id: string,
  things: BulkChange['things'],
) {
  const visible = things === 'devices' ? visibleDevice(caller) : visibleCode(caller)
  const { rows } = await sql<{ reason: LeftReason; count: number; names: string[] }>`
    select reason, count(*)::integer as count,
      (array_agg(${sql.raw(kinds[things].nameColumn)} order by row_id)
        filter (where ${sql.table(things)}.id is not null))[:${sql.lit(limits.bulkNames)}] as names
    from bulk_change_rows
    left join ${sql.table(things)} on ${sql.table(things)}.id = row_id and ${visible}
    where bulk_change_id = ${id} and bulk_change_rows.state in ('left', 'kept')
    group by reason order by count desc, reason`.execute(database)
  return rows.map((row) => ({ ...row, names: row.names ?? [] }))
}
