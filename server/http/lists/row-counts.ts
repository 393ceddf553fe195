import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Adds the changes since the last run to the totals of the lists. Any server may run it. */
export async function foldRowCounts(database: Database): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ more: boolean }>`
      select merge_row_count_changes(${limits.rowCountChangesAtOnce}) as more`.execute(database)
    isMore = rows[0]?.more ?? false
  }
}
