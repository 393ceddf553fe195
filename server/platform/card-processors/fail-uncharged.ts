import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Fails a payment without a charge. Does nothing if a charge was created concurrently, because the customer could pay
 * it, and the reconciler would no longer check it.
 */
export async function failUncharged(
  database: Database,
  table: 'card_payments' | 'top_ups',
  id: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set status = 'failed'
    where id = ${id} and status = 'pending' and processor_reference is null`.execute(database)
}
