import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Append-only tables. */
const history = [
  ...['transactions', 'ledger_entries', 'audit_events', 'losses'],
  ...['business_details', 'tax_rates', 'receipts'],
]

/** Tables that the database maintains from changes in other tables. */
const derived = ['row_counts', 'row_count_changes']

/**
 * Grants the server's database user its rights on the owner's tables: it reads and writes rows, but cannot change
 * tables, triggers or history.
 */
export async function grantServerRights(owner: Database, user: string): Promise<void> {
  const name = sql.id(user)
  await owner.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      transaction,
    )
    const database = sql.id(rows[0]?.name ?? '')
    for (const statement of [
      // A temporary table would shadow the real table of its name, in triggers too.
      sql`revoke temporary on database ${database} from public, ${name}`,
      sql`grant usage on schema public to ${name}`,
      sql`grant select, insert, update, delete on all tables in schema public to ${name}`,
      sql`revoke insert, update, delete on migrations from ${name}`,
      sql`revoke update, delete on ${tables(history)} from ${name}`,
      sql`revoke insert, update, delete on ${tables(derived)} from ${name}`,
    ]) {
      await statement.execute(transaction)
    }
  })
}

function tables(names: string[]) {
  return sql.join(names.map((table) => sql.table(table)))
}
