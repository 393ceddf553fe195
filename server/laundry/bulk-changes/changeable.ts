import type { LeftReason } from '@coinless/contract/bulk-changes.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { SetTexts } from '../../platform/database/bulk-tables.ts'
import type { Database } from '../../platform/database/connection.ts'

/** A row with changeable fields. */
export interface CurrentValues {
  id: string
  /** Values that the version covers. */
  facts: unknown
  /** Values of the fields that can be set, as text. */
  values: SetTexts
  /** For a field that can be set, other fields that change along with it. */
  along?: Record<string, readonly string[]>
}

/** Operations of a bulk change on one kind of rows. */
export interface Changeable<Row extends CurrentValues = CurrentValues> {
  /** Accounts to lock first. */
  ownersOf: (transaction: Database, ids: readonly string[]) => Promise<string[]>
  /** Finds rows that the caller may see; for a change, locked in order of id. */
  find: (
    transaction: Database,
    caller: SignedInCaller,
    ids: readonly string[],
    how: { isLocked: boolean },
  ) => Promise<Row[]>
  /** Why a row cannot get these values. */
  obstacleOf: (caller: SignedInCaller, row: Row, set: SetTexts) => LeftReason | undefined
  /**
   * Changes rows with their audit events.
   * @returns the rows after the change
   */
  change: (
    transaction: Database,
    caller: SignedInCaller,
    rows: readonly { row: Row; set: SetTexts }[],
  ) => Promise<Row[]>
  /** SQL of a row's name, on the table. */
  nameColumn: string
}

/** Whether a row already has these values. */
export function hasValues({ values }: CurrentValues, set: SetTexts): boolean {
  return Object.entries(set).every(([field, value]) => values[field] === value)
}

/** Current values of the fields to set, and of those that change along with them. */
export function valuesBefore({ values, along }: CurrentValues, set: SetTexts): SetTexts {
  const fields = Object.keys(set).flatMap((field) => [field, ...(along?.[field] ?? [])])
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))
}
