import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** What is only ever added to. */
const history = ['transactions', 'ledger_entries', 'audit_events', 'losses']

/** What the database itself keeps, from what happens in other tables. */
const derived = ['row_counts', 'row_count_changes']

/**
 * Gives the user that the server works as its rights on the tables of their owner: it reads and
 * writes them, but changes no table and no trigger, and takes nothing out of the history.
 */
export async function grantServerRights(owner: Database, user: string): Promise<void> {
  const name = sql.id(user)
  await owner.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      transaction,
    )
    const database = sql.id(rows[0]?.name ?? '')
    for (const statement of [
      // A temporary table would stand in for the real one of its name, in triggers too.
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
