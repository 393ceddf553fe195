import type { BulkChange, LeftReason } from '@coinless/contract/bulk-changes.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

/** Values of the set fields, as text. */
export type SetTexts = Record<string, string>
type Json = ColumnType<SetTexts, string, string>

export interface BulkTables {
  bulk_changes: {
    id: Generated<string>
    user_id: string
    membership_id: string | null
    things: BulkChange['things']
    new_values: Json
    unchanged: number
    state: Generated<BulkChange['state']>
    applied_at: Date | null
    created_at: Timestamp
  }
  bulk_change_rows: {
    bulk_change_id: string
    row_id: string
    state: 'planned' | 'changed' | 'left' | 'undone' | 'kept'
    reason: LeftReason | null
    version: string
    old_values: Json
  }
}
