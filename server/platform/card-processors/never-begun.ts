import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Of what no charge is known for, nothing will be taken. Whoever begins one meanwhile comes first, and this does
 * nothing: the charge could be paid, and nobody would look after it any more.
 */
export async function failNeverBegun(
  database: Database,
  table: 'card_payments' | 'top_ups',
  id: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set status = 'failed'
    where id = ${id} and status = 'pending' and processor_reference is null`.execute(database)
}
