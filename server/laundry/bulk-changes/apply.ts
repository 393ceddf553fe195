import type { LeftReason } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Selectable, sql } from 'kysely'
import { lockSession } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { versionOf } from '../../http/routing/version.ts'
import type { BulkTables, SetTexts } from '../../platform/database/bulk-tables.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { valuesBefore } from './changeable.ts'
import { kinds } from './kinds.ts'
import { findBulkChange } from './report.ts'

type Change = Selectable<BulkTables['bulk_changes']>
type Row = Selectable<BulkTables['bulk_change_rows']>

interface Direction {
  from: 'planned' | 'changed'
  to: 'changed' | 'undone'
  leaves: 'left' | 'kept'
  while: 'applying' | 'undoing'
  at_end: 'applied' | 'undone'
}

const applying: Direction = {
  from: 'planned',
  to: 'changed',
  leaves: 'left',
  while: 'applying',
  at_end: 'applied',
}
const undoing: Direction = {
  from: 'changed',
  to: 'undone',
  leaves: 'kept',
  while: 'undoing',
  at_end: 'undone',
}

/**
 * Idempotent: a change that has begun or is over stays unchanged.
 * @throws Refusal bulk_change_not_found
 */
export async function beginApplying(transaction: Database, caller: SignedInCaller, id: string) {
  const { state } = await findBulkChange(transaction, caller, id, { isLocked: true })
  if (state === 'planned') await setState(transaction, id, 'applying')
  return { id }
}

/** @throws Refusal bulk_change_not_found, undo_too_late */
export async function beginUndoing(transaction: Database, caller: SignedInCaller, id: string) {
  const { state, applied_at } = await findBulkChange(transaction, caller, id, { isLocked: true })
  if (state === 'undoing' || state === 'undone') return { id }
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(transaction)
  const seconds = limits.undoSeconds + limits.undoGraceSeconds
  const age = Number(rows[0]?.now) - Number(applied_at)
  if (state !== 'applied' || age > seconds * 1000) throw new Refusal('undo_too_late')
  await setState(transaction, id, 'undoing')
  return { id }
}

export function applyChange(server: Server, caller: SignedInCaller, id: string) {
  return work(server, caller, id, applying)
}

export function undoChange(server: Server, caller: SignedInCaller, id: string) {
  return work(server, caller, id, undoing)
}

/**
 * Processes chunks of few rows, each in a transaction, so that payers do not wait long. The next call resumes an
 * interrupted change.
 */
async function work(server: Server, caller: SignedInCaller, id: string, direction: Direction) {
  const { database, changes } = server
  const change = await findBulkChange(database, caller, id)
  if (change.state !== direction.while) return
  for (;;) {
    const changed = await database
      .transaction()
      .execute((transaction) => changePart(transaction, caller, change, direction))
    if (!changed) break
    if (change.things === 'devices') for (const deviceId of changed) changes.publish({ deviceId })
  }
}

/** @returns ids of the changed rows; undefined if none are left */
async function changePart(
  transaction: Database,
  caller: SignedInCaller,
  change: Change,
  direction: Direction,
): Promise<string[] | undefined> {
  const kind = kinds[change.things]
  const next = await rowsOfPart(transaction, change, direction).execute()
  if (next.length === 0) {
    await endOnce(transaction, change, direction)
    return undefined
  }
  const owners = await kind.ownersOf(transaction, idsOf(next))
  await lockSession(transaction, caller, ...owners)
  // Two calls may process the same change: rows that the other one has finished are skipped.
  const part = await rowsOfPart(transaction, change, direction)
    .where('row_id', 'in', idsOf(next))
    .forUpdate()
    .execute()
  const ids = idsOf(part)
  if (ids.length === 0) return []
  const found = await kind.find(transaction, caller, ids, { isLocked: true })
  const seen = new Map(found.map((row) => [row.id, row]))
  const left: { id: string; reason: LeftReason }[] = []
  const wanted = part.flatMap(({ row_id: id, version, old_values }) => {
    const row = seen.get(id)
    const set: SetTexts = direction.to === 'undone' ? old_values : change.new_values
    const reason = !row
      ? 'not_found'
      : versionOf(row.facts) !== version
        ? 'changed_meanwhile'
        : kind.obstacleOf(caller, row, set)
    if (!row || reason) left.push({ id, reason: reason ?? 'not_found' })
    return row && !reason ? [{ row, set }] : []
  })
  const after = wanted.length === 0 ? [] : await kind.change(transaction, caller, wanted)
  const before = new Map(wanted.map(({ row, set }) => [row.id, valuesBefore(row, set)]))
  await keep(transaction, change.id, [
    ...after.map(({ id, facts }) => ({
      id,
      state: direction.to,
      version: versionOf(facts),
      ...(direction.to === 'changed' && { old_values: before.get(id) }),
    })),
    ...left.map((each) => ({ ...each, state: direction.leaves })),
  ])
  return after.map(({ id }) => id)
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ row_id }) => row_id)
}

function rowsOfPart(transaction: Database, { id }: Change, { from }: Direction) {
  return transaction
    .selectFrom('bulk_change_rows')
    .selectAll()
    .where('bulk_change_id', '=', id)
    .where('state', '=', from)
    .orderBy('row_id')
    .limit(limits.bulkRowsAtOnce)
}

/** Ends the change unless another call is still processing rows. */
async function endOnce(transaction: Database, { id }: Change, direction: Direction) {
  await transaction
    .updateTable('bulk_changes')
    .set({
      state: direction.at_end,
      ...(direction === applying && { applied_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('state', '=', direction.while)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_change_rows')
            .select('row_id')
            .where('bulk_change_id', '=', id)
            .where('state', '=', direction.from),
        ),
      ),
    )
    .execute()
}

async function keep(transaction: Database, id: string, rows: readonly object[]) {
  await sql`update bulk_change_rows as kept
    set state = new.state, reason = new.reason, version = coalesce(new.version, kept.version),
      old_values = coalesce(new.old_values, kept.old_values)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new (id uuid, state text, reason text, version text, old_values jsonb)
    where kept.bulk_change_id = ${id} and kept.row_id = new.id`.execute(transaction)
}

async function setState(transaction: Database, id: string, state: Change['state']) {
  await transaction.updateTable('bulk_changes').set({ state }).where('id', '=', id).execute()
}
