import type { BulkChange, LeftReason } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Answer } from '../calls/answer.ts'
import type { SignedInCaller } from '../calls/caller.ts'
import { refuseWithoutRight } from '../calls/session.ts'
import type { Database } from '../database/connection.ts'
import { inWords } from '../device-prices/in-words.ts'
import { visibleCode, visibleDevice } from '../policy/policy.ts'
import { Refusal } from '../refusals/refusal.ts'
import { kinds } from './kinds.ts'

/** @throws Refusal bulk_change_not_found when there is none of the caller's; right_missing */
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
    .where('user_id', '=', caller.id)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!change) throw new Refusal('bulk_change_not_found')
  refuseWithoutRight(caller, change.things === 'devices' ? 'change_devices' : 'change_codes')
  return change
}

/** What was begun and has not ended: its server may have stopped in the middle. The newest first. */
export async function openChanges(database: Database, caller: SignedInCaller) {
  const open = await database
    .selectFrom('bulk_changes')
    .select('id')
    .where('user_id', '=', caller.id)
    .where('state', 'in', ['applying', 'undoing'])
    .orderBy('created_at', 'desc')
    .limit(limits.openBulkChanges)
    .execute()
  const data: Answer<BulkChange>[] = []
  for (const { id } of open) data.push(await reportOf(database, caller, id))
  return { data }
}

/** What a change of many would do, does and did. */
export async function reportOf(
  database: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Answer<BulkChange>> {
  const { things, state, set_to, unchanged, applied_at } = await findBulkChange(
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
    groups: await groupsOf(database, id, set_to),
    left: await leftOf(database, caller, id, things),
    undo_until,
  }
}

async function groupsOf(database: Database, id: string, set: Record<string, string>) {
  const groups: BulkChange['groups'] = []
  for (const [field, to] of Object.entries(set)) {
    const { rows } = await sql<{ from: string; count: number }>`
      select before ->> ${field} as from, count(*)::integer as count from bulk_change_rows
      where bulk_change_id = ${id} and state <> 'left' and before ->> ${field} <> ${to}
      group by 1 order by 2 desc, 1 limit ${limits.bulkGroups}`.execute(database)
    const said = (value: string) => (field === 'prices' ? inWords(JSON.parse(value)) : value)
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
