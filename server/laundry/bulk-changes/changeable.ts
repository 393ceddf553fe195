import type { LeftReason } from '@coinless/contract/bulk-changes.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { SetTexts } from '../../platform/database/bulk-tables.ts'
import type { Database } from '../../platform/database/connection.ts'

/** A row of which some fields may be changed. */
export interface Seen {
  id: string
  /** Of what a version depends on. */
  facts: unknown
  /** Of the fields that can be set, as text. */
  values: SetTexts
  /** Of a field that can be set, others that change along with it. */
  along?: Record<string, readonly string[]>
}

/** What of a kind of things a change of many needs to know. */
export interface Changeable<Row extends Seen = Seen> {
  /** Whose accounts are locked before. */
  ownersOf: (transaction: Database, ids: readonly string[]) => Promise<string[]>
  /** Those that the caller sees; locked in the order of their ids for a change. */
  find: (
    transaction: Database,
    caller: SignedInCaller,
    ids: readonly string[],
    how: { isLocked: boolean },
  ) => Promise<Row[]>
  /** Why a row cannot be set so. */
  obstacleOf: (caller: SignedInCaller, row: Row, set: SetTexts) => LeftReason | undefined
  /** With its events in the audit trail. @returns the rows as they are then */
  change: (
    transaction: Database,
    caller: SignedInCaller,
    rows: readonly { row: Row; set: SetTexts }[],
  ) => Promise<Row[]>
  /** SQL of a name, on the table. */
  nameColumn: string
}

/** Whether a row is already as it would be set. */
export function isSo({ values }: Seen, set: SetTexts): boolean {
  return Object.entries(set).every(([field, value]) => values[field] === value)
}

/** Of the fields that are set, and those that change along with them, what is there now. */
export function valuesBefore({ values, along }: Seen, set: SetTexts): SetTexts {
  const fields = Object.keys(set).flatMap((field) => [field, ...(along?.[field] ?? [])])
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))
}
