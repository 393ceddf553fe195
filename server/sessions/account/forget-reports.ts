import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Deletes an account's reports, their answers, and cases that are left empty. Lock order: cases by id, then reports,
 * because others may be closing their accounts. Emptiness is checked once the case is locked.
 */
export async function forgetReports(transaction: Database, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from report_cases
    where id in (select case_id from reports where user_id = ${userId})
    order by id for update`.execute(transaction)
  await transaction.deleteFrom('reports').where('user_id', '=', userId).execute()
  await sql`delete from report_cases where id = any (${rows.map(({ id }) => id)}::uuid[])
    and not exists (select from reports where case_id = report_cases.id)`.execute(transaction)
}
